import { type Order, orderPaperContract, orderPrintContract, printDocumentLabels } from '@larder/contract'
import { IconMail } from '@tabler/icons-react'
import { useCan } from '#kit/access/access.tsx'
import { useAskHost } from '#kit/actions/host.ts'
import { PrintButton } from './print-button.tsx'
import { usePrinting } from './use-printing.ts'

/** Prints the order's documents. */
export function PrintMenu({ order }: { order: Order }) {
  const { id, number } = order
  const { print, isBusy } = usePrinting(orderPaperContract.print, orderPrintContract.paper)
  const { ask } = useAskHost()
  const mayMail = useCan('order.operate')
  const mail = {
    key: 'mail',
    label: 'Mail receipt',
    icon: IconMail,
    onSelect: async () => ask((await import('./mail-receipt.ts')).mailReceipt, order),
  }
  return (
    <PrintButton
      isBusy={isBusy}
      onPrint={(document, paper) => print({ params: { id }, body: { document, paper } }, `${printDocumentLabels[document]} ${number}`)}
      more={mayMail ? [mail] : []}
    />
  )
}
