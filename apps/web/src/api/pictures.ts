import { type FileContent, fileContract, type Input, type NamedEndpoint, newId, type Output, type PictureSize } from '@larder/contract'
import { useEffect, useState } from 'react'
import { type Answer, type CallError, call, errorOf } from './transport.ts'

/** Sends a file to an endpoint that takes one; answers what came of it or the error, whatever went wrong. */
export async function sendTo<E extends NamedEndpoint>(
  endpoint: E,
  file: Blob,
  input: Omit<Input<E>, 'body'>,
): Promise<Answer<Output<E>, CallError>> {
  try {
    const body: FileContent = { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
    return await call(endpoint, { ...input, body } as unknown as Input<E>, { idempotencyKey: newId() })
  } catch (failure) {
    return { isSuccess: false, error: errorOf(failure) }
  }
}

/** The address of a kept picture for an `<img>`; null until it is here, and where there is none. The browser keeps what it fetched once. */
export function usePicture(id: string | null, size: PictureSize): string | null {
  return useFileAddress(fileContract.get, id === null ? null : { params: { id }, query: { size } })
}

/** The address of a file that an endpoint answers with; null until it is here, and where nothing is asked for. */
export function useFileAddress<E extends NamedEndpoint>(endpoint: E, input: Input<E> | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const asked = input === null ? null : JSON.stringify(input)
  useEffect(() => {
    if (asked === null) return
    const abandon = new AbortController()
    let made: string | null = null
    const show = async () => {
      const answer = await call(endpoint, JSON.parse(asked) as Input<E>, { signal: abandon.signal })
      if (!answer.isSuccess || abandon.signal.aborted) return
      made = addressOf(answer.body as FileContent)
      setAddress(made)
    }
    // Without its picture a record is shown as one that has none.
    show().catch(() => {})
    return () => {
      abandon.abort()
      setAddress(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [endpoint, asked])
  return address
}

function addressOf({ type, bytes }: FileContent): string {
  return URL.createObjectURL(new Blob([bytes], { type }))
}
