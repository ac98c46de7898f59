import { type FileContent, fileContract, newId, type Output, type PictureSize } from '@larder/contract'
import { useEffect, useState } from 'react'
import type { Progress } from './send-with-progress.ts'
import { type Answer, type CallError, call, errorOf } from './transport.ts'

/** Sends a picture to be kept; answers what was kept or the error, whatever went wrong. */
export async function sendPicture(
  picture: Blob,
  options: { onProgress: Progress; signal: AbortSignal },
): Promise<Answer<Output<typeof fileContract.create>, CallError>> {
  try {
    const body: FileContent = { type: picture.type, bytes: new Uint8Array(await picture.arrayBuffer()) }
    return await call(fileContract.create, { body }, { ...options, idempotencyKey: newId() })
  } catch (failure) {
    return { isSuccess: false, error: errorOf(failure) }
  }
}

/** The address of a kept picture for an `<img>`; null until it is here, and where there is none. The browser keeps what it fetched once. */
export function usePicture(id: string | null, size: PictureSize): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (id === null) return
    const abandon = new AbortController()
    let made: string | null = null
    const show = async () => {
      const answer = await call(fileContract.get, { params: { id }, query: { size } }, { signal: abandon.signal })
      if (!answer.isSuccess || abandon.signal.aborted) return
      made = addressOf(answer.body)
      setAddress(made)
    }
    // Without its picture a record is shown as one that has none.
    show().catch(() => {})
    return () => {
      abandon.abort()
      setAddress(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, size])
  return address
}

function addressOf({ type, bytes }: FileContent): string {
  return URL.createObjectURL(new Blob([bytes], { type }))
}
