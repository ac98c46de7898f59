import { taskContract } from '@larder/contract'
import { type CallError, errorOf, fetchFile } from './transport.ts'

/** Has the browser keep the file of a task under its name. Answers what went wrong, if anything did. */
export async function downloadTaskFile(id: string, name: string): Promise<CallError | undefined> {
  try {
    const answer = await fetchFile(taskContract.download, { params: { id } })
    if (!answer.isSuccess) return answer.error
    keep(answer.body, name)
    return undefined
  } catch (failure) {
    return errorOf(failure)
  }
}

/** Has the browser keep a file under its name. */
export function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser begins to read it in its own time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
