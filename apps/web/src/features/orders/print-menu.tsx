import { type Order, orderPaperContract, orderPrintContract, printDocumentLabels } from '@larder/contract'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useCan } from '#kit/access/access.tsx'
import { useAskHost } from '#kit/actions/host.ts'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { soon } from '#kit/lazily.tsx'
import { usePrinting } from './use-printing.ts'

const PrintChoices = soon(() => import('./print-choices.tsx').then((module) => module.PrintChoices))

/** Prints the order's documents. */
export function PrintMenu({ order }: { order: Order }) {
  const { id, number } = order
  const { print, isBusy } = usePrinting(orderPaperContract.print, orderPrintContract.paper)
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { ask } = useAskHost()
  const mayMail = useCan('order.operate')
  useKey('print', () => button.current?.click())
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
        <PrintChoices
          anchor={anchor}
          onClose={() => setAnchor(null)}
          onAgain={() => setAnchor(button.current)}
          onPrint={(document, paper) => print({ params: { id }, body: { document, paper } }, `${printDocumentLabels[document]} ${number}`)}
          more={mayMail ? [mail] : []}
        />
      )}
    </>
  )
}
