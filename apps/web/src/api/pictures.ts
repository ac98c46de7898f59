import { type FileContent, fileContract, type PictureSize } from '@larder/contract'
import { useEffect, useState } from 'react'
import { call } from './transport.ts'

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
