import { documentContract, documentTypes, fileContract, maxDocumentBytes, maxPictureBytes, pictureTypes } from '@larder/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sendFile } from '#api/upload.ts'
import { isUnfinished, type Unfinished } from '../form/contract-resolver.ts'

const unfinished: Unfinished = { unfinished: 'is still uploading' }

/** What may be sent, and what is said of a file that is none. */
interface UploadKind {
  endpoint: typeof fileContract.create | typeof documentContract.create
  types: readonly string[]
  maxBytes: number
  words: string
}

export const pictureUpload: UploadKind = {
  endpoint: fileContract.create,
  types: pictureTypes,
  maxBytes: maxPictureBytes,
  words: 'a PNG, JPEG or WebP picture',
}
export const documentUpload: UploadKind = {
  endpoint: documentContract.create,
  types: documentTypes,
  maxBytes: maxDocumentBytes,
  words: 'a PDF or a PNG, JPEG or WebP picture',
}

interface Upload {
  /** What it is called on the device. */
  name: string
  /** The address of what was chosen, as it lies on the device. */
  preview: string
  /** How much of it has left, 0 to 1. */
  share: number
  /** Its id once it is kept. */
  id: string | null
}

/** Sends what was chosen and puts its id into the field; until then the form can't be saved, and what was there before stays at hand. */
export function useUpload(kind: UploadKind, value: unknown, onChange: (value: unknown) => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const before = useRef<unknown>(value)
  // What else was typed of the value around it, while a file was on its way, is not put back.
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  const isSending = isUnfinished(value)
  // Nothing is on its way to a field that was left meanwhile, as in a draft that is gone on with: it is chosen again.
  const drop = useEffectEvent(() => isSending && onChange(null))
  useEffect(() => void drop(), [])
  const isNew = upload !== null && (isSending || (upload.id !== null && upload.id === value))

  const address = upload?.preview
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address])
  useEffect(() => () => running.current?.abort(), [])
  // The field was set by somebody else, as when changes are discarded.
  useEffect(() => {
    if (!isSending) running.current?.abort()
  }, [isSending])

  const take = async (file: File) => {
    const problem = problemOf(kind, file)
    setError(problem)
    if (problem) return
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    if (!isSending) before.current = value
    setUpload({ name: file.name, preview: URL.createObjectURL(file), share: 0, id: null })
    onChange(unfinished)
    const answer = await sendFile(kind.endpoint, file, {
      signal: mine.signal,
      onProgress: (share) => setUpload((now) => (now && !mine.signal.aborted ? { ...now, share } : now)),
    })
    if (mine.signal.aborted) return
    running.current = null
    if (answer.isSuccess) {
      const { id } = answer.body
      setUpload((now) => now && { ...now, id })
      tell.current(id)
    } else {
      setError(answer.error.message)
      tell.current(before.current)
    }
  }

  const remove = () => {
    setError(null)
    onChange(null)
  }

  const shown = isNew ? { preview: upload.preview, name: upload.name } : { preview: null, name: null }
  return { ...shown, share: isSending ? (upload?.share ?? 0) : null, error, take, remove }
}

function problemOf({ types, maxBytes, words }: UploadKind, { type, size }: File): string | null {
  if (!types.includes(type)) return `The file must be ${words}.`
  return size > maxBytes ? `The file is larger than ${maxBytes / 1024 / 1024} MB.` : null
}
