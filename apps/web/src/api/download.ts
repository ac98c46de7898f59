import { type Input, type NamedEndpoint, taskContract } from '@larder/contract'
import { type Answer, type CallError, errorOf, fetchFile } from './transport.ts'

/** A file to be shown or kept, or what went wrong, whatever that was. */
export async function askForFile<E extends NamedEndpoint>(endpoint: E, input: Input<E>): Promise<Answer<Blob, CallError>> {
  try {
    return await fetchFile(endpoint, input)
  } catch (failure) {
    return { isSuccess: false, error: errorOf(failure) }
  }
}

/** Has the browser keep the file of a task under its name. Answers what went wrong, if anything did. */
export async function downloadTaskFile(id: string, name: string): Promise<CallError | undefined> {
  const answer = await askForFile(taskContract.download, { params: { id } })
  if (!answer.isSuccess) return answer.error
  keep(answer.body, name)
  return undefined
}

/** A tab of its own for a file that is yet to come: opened in the press that asks for it, as no browser lets it later. Null where tabs are not to be had, as on a phone: there it is kept. */
export function openTab(): Window | null {
  return matchMedia('(max-width: 599px)').matches ? null : window.open('', '_blank')
}

/** Shows a file in its tab, from where it is printed; without one the browser keeps it under its name. */
export function showFile(file: Blob, name: string, tab: Window | null): void {
  if (tab && !tab.closed) tab.location.replace(URL.createObjectURL(file))
  else keep(file, name)
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
