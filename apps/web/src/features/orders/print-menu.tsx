import {
  keysOf,
  type Order,
  orderPaperContract,
  orderPrintContract,
  type PrintDocument,
  type PrintPaper,
  printDocumentLabels,
  printPaperLabels,
} from '@larder/contract'
import { IconFileText, IconMail, IconPrinter, IconReceipt, IconToolsKitchen2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { askForFile, openTab, showFile } from '#api/download.ts'
import { useCan } from '#kit/access/access.tsx'
import { useAskHost } from '#kit/actions/host.ts'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { MenuList } from '#kit/layout/menu.tsx'
import { useNotify } from '#kit/notify.ts'

const icons = { receipt: IconReceipt, 'kitchen-ticket': IconToolsKitchen2 } as const
const others = { roll: 'a4', a4: 'roll' } as const satisfies Record<PrintPaper, PrintPaper>
const paperKey = 'larder.print.paper'

/** Prints the order's documents, on the paper that this device used last. */
export function PrintMenu({ order }: { order: Order }) {
  const [paper, setPaper] = usePaper()
  const { print, isBusy } = usePrint(order)
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { ask } = useAskHost()
  const mayMail = useCan('order.operate')
  useKey('print', () => button.current?.click())
  const entries = keysOf(printDocumentLabels).map((document) => ({
    key: document,
    label: printDocumentLabels[document],
    hint: printPaperLabels[paper],
    icon: icons[document],
    onSelect: () => void print(document, paper),
  }))
  const change = {
    key: 'paper',
    label: `Use ${printPaperLabels[others[paper]]} instead`,
    icon: IconFileText,
    onSelect: () => {
      setPaper(others[paper])
      // What is printed on it comes next.
      setAnchor(button.current)
    },
  }
  const mail = {
    key: 'mail',
    label: 'Mail receipt',
    icon: IconMail,
    onSelect: async () => ask((await import('./mail-receipt.ts')).mailReceipt, order),
  }
  return (
    <>
      <Button ref={button} icon={IconPrinter} keys="print" busy={isBusy} onClick={() => setAnchor(button.current)}>
        Print
      </Button>
      {anchor && (
        <MenuList
          label="Print"
          entries={[...entries, ...(mayMail ? [mail] : []), change]}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

function usePaper(): [PrintPaper, (paper: PrintPaper) => void] {
  const [paper, setPaper] = useState<PrintPaper>(() => (localStorage.getItem(paperKey) === 'a4' ? 'a4' : 'roll'))
  const choose = (next: PrintPaper) => {
    localStorage.setItem(paperKey, next)
    setPaper(next)
  }
  return [paper, choose]
}

function usePrint({ id, number }: Order) {
  const [write, { isBusy }] = useWrite(orderPaperContract.print)
  const notify = useNotify()
  const print = async (document: PrintDocument, paper: PrintPaper) => {
    const tab = openTab()
    const { data, error } = await write({ params: { id }, body: { document, paper } })
    const file = data && (await askForFile(orderPrintContract.paper, { params: { id: data.id } }))
    if (file?.isSuccess) return showFile(file.body, `${printDocumentLabels[document]} ${number}.pdf`, tab)
    tab?.close()
    const refusal = error ?? (file && !file.isSuccess ? file.error : undefined)
    if (refusal) notify(`Order ${number} was not printed: ${refusal.message}`, 'error')
  }
  return { print, isBusy }
}
