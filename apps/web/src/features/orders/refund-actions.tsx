import { goesBackToPayment, type Money, type Order, orderContract, type RefundedLine, weightDifference } from '@larder/contract'
import { IconReceiptRefund } from '@tabler/icons-react'
import { bearsField } from '#entities/order/bears-field.tsx'
import { beyondWords, leftWords, limitWords, moreThanLeftWords } from '#entities/order/left-words.ts'
import { noteHelp } from '#entities/order/order-acts.tsx'
import { refundNote } from '#entities/order/refund-note.tsx'
import { refundWays } from '#entities/order/refund-ways.ts'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { customField, moneyField } from '#kit/fields/fields.tsx'
import { soon } from '#kit/lazily.tsx'
import { reasonsOf } from './order-asks.ts'
import { chosenTotal } from './refund-words.ts'

const RefundLinesInput = soon(() => import('./refund-inputs.tsx').then((module) => module.RefundLinesInput))

/** Lines or an amount of an order go back to its customer. */
export function refundOf(order: Order): Action<Order> {
  const linesField = customField<'lines', RefundedLine[]>('lines', {
    label: 'Lines',
    input: (props) => <RefundLinesInput {...props} order={order} />,
    show: (value) => `${Array.isArray(value) ? value.length : 0} chosen`,
    isWhole: true,
  })
  return confirmAction(orderContract.refund, {
    label: 'Refund',
    icon: IconReceiptRefund,
    question: ({ refunding }) => [leftWords(refunding), limitWords(refunding)].filter(Boolean).join(' '),
    needs: (paid: Order, asked) => beyondWords(comesTo(paid, asked), paid.refunding),
    warns: (paid: Order, asked) => moreThanLeftWords(comesTo(paid, asked), paid.refunding),
    body: (paid: Order) => ({ method: waysOf(paid)[0]?.value ?? 'source' }),
    asks: [
      linesField,
      moneyField('amount', { label: 'Amount', help: 'Enter lines or an amount, not both.' }),
      radioField('reasonCode', { label: 'What happened', options: reasonsOf('refund', [weightDifference]) }),
      bearsField,
      radioField('method', { label: 'How', options: waysOf(order) }),
      { ...refundNote, help: noteHelp },
    ],
    done: () => `Refund of ${order.number} approved`,
    failed: () => `${order.number} was not refunded`,
  })
}

/** What credits paid goes back as credit, the rest as money. */
function waysOf(order: Order) {
  const { captured, credit } = order.refunding
  return refundWays.filter(({ value }) =>
    value === 'credit' ? credit.minor > 0 : captured.minor > credit.minor && (value !== 'source' || goesBackToPayment(order)),
  )
}

/** What the chosen lines, or the amount, come to: as far as it is typed. */
function comesTo({ refunding }: Order, { lines, amount }: Record<string, unknown>): number {
  if (Array.isArray(lines)) return chosenTotal(refunding, lines).minor
  const typed = amount as Money | null
  return Number.isInteger(typed?.minor) ? (typed?.minor ?? 0) : 0
}
