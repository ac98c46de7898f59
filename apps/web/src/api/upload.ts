import { type documentContract, type FileContent, type fileContract, newId } from '@larder/contract'
import type { Progress } from './send-with-progress.ts'
import { type Answer, type CallError, call, errorOf } from './transport.ts'

/** Sends a file to be kept; answers its id or the error, whatever went wrong. */
export async function sendFile(
  endpoint: typeof fileContract.create | typeof documentContract.create,
  file: Blob,
  options: { onProgress: Progress; signal: AbortSignal },
): Promise<Answer<{ id: string }, CallError>> {
  try {
    const body: FileContent = { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
    return await call(endpoint, { body }, { ...options, idempotencyKey: newId() })
  } catch (failure) {
    return { isSuccess: false, error: errorOf(failure) }
  }
}
