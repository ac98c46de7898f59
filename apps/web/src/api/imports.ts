import { exportTypes, type FileContent, type Input, type NamedEndpoint, newId } from '@larder/contract'
import type { Progress } from './send-with-progress.ts'
import { type Answer, type CallError, call, errorOf } from './transport.ts'

/** A file as it was when it was chosen: what is imported is what was looked at, whatever is saved under its name meanwhile. */
export interface ChosenFile {
  name: string
  content: FileContent
}

/** Reads a file of the device. What it is, its first bytes say: browsers name spreadsheets by what else is installed. */
export async function readChosen(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  return { name: file.name, content: { type: isZip ? exportTypes.xlsx : exportTypes.csv, bytes } }
}

/** Sends a file to an endpoint that takes one; `seen` is what was looked at of it, `input` what else is said. Answers what came of it or the error, whatever went wrong. */
export async function sendImport(
  endpoint: NamedEndpoint,
  { content }: ChosenFile,
  { seen, input: more, onProgress }: { seen?: string; input?: { params?: object; query?: object }; onProgress?: Progress },
): Promise<Answer<unknown, CallError>> {
  try {
    const input = { ...more, body: content, ...(seen && { query: { ...more?.query, seen } }) } as unknown as Input<NamedEndpoint>
    return await call(endpoint, input, { idempotencyKey: newId(), ...(onProgress && { onProgress }) })
  } catch (failure) {
    return { isSuccess: false, error: errorOf(failure) }
  }
}
