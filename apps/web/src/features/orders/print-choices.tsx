import { keysOf, type PrintDocument, type PrintPaper, printDocumentLabels, printPaperLabels } from '@larder/contract'
import { type Icon, IconFileText, IconReceipt, IconToolsKitchen2 } from '@tabler/icons-react'
import { useState } from 'react'
import { keepStored } from '#api/stored.ts'
import { MenuList } from '#kit/layout/menu.tsx'

const icons = { receipt: IconReceipt, 'kitchen-ticket': IconToolsKitchen2 } as const
const others = { roll: 'a4', a4: 'roll' } as const satisfies Record<PrintPaper, PrintPaper>
const paperKey = 'larder.print.paper'

interface PrintChoicesProps {
  anchor: HTMLElement
  onClose: () => void
  /** Another paper was chosen: what is printed on it comes next. */
  onAgain: () => void
  onPrint: (document: PrintDocument, paper: PrintPaper) => unknown
  more?: readonly { key: string; label: string; icon: Icon; onSelect: () => unknown }[]
}

/** Which document is printed, on the paper that this device used last. */
export function PrintChoices({ anchor, onClose, onAgain, onPrint, more = [] }: PrintChoicesProps) {
  const [paper] = useState<PrintPaper>(() => (localStorage.getItem(paperKey) === 'a4' ? 'a4' : 'roll'))
  const documents = keysOf(printDocumentLabels).map((document) => ({
    key: document,
    label: printDocumentLabels[document],
    hint: printPaperLabels[paper],
    icon: icons[document],
    onSelect: () => void onPrint(document, paper),
  }))
  const change = {
    key: 'paper',
    label: `Use ${printPaperLabels[others[paper]]} instead`,
    icon: IconFileText,
    onSelect: () => {
      keepStored(localStorage, paperKey, others[paper])
      onAgain()
    },
  }
  const besides = more.map((entry) => ({ ...entry, onSelect: () => void entry.onSelect() }))
  return <MenuList label="Print" entries={[...documents, ...besides, change]} anchor={anchor} onClose={onClose} />
}
