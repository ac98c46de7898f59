import type { Input, NamedEndpoint, orderPrintContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { askForFile, openTab, showFile } from '#api/download.ts'
import { useNotify } from '#kit/notify.ts'

/** Numbers what is to be printed and shows its paper; `what` is the name of the file, and how a refusal begins. */
export function usePrinting<E extends NamedEndpoint>(
  numbering: E,
  paper: typeof orderPrintContract.paper | typeof orderPrintContract.papers,
) {
  const [write, { isBusy }] = useWrite(numbering)
  const notify = useNotify()
  const print = async (input: Input<E>, what: string) => {
    const tab = openTab()
    const { data, error } = await write(input)
    const numbered = data as { id: string } | undefined
    const file = numbered && (await askForFile(paper, { params: { id: numbered.id } }))
    if (file?.isSuccess) return showFile(file.body, `${what}.pdf`, tab)
    tab?.close()
    const refusal = error ?? (file && !file.isSuccess ? file.error : undefined)
    if (refusal) notify(`${what}: not printed. ${refusal.message}`, 'error')
  }
  return { print, isBusy }
}
