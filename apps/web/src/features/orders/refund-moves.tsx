import { type Order, orderContract, type Refund, type RefundMove, refundMoves } from '@larder/contract'
import { bearsField } from '#entities/order/bears-field.tsx'
import { noteField } from '#entities/order/order-acts.tsx'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { textField } from '#kit/fields/fields.tsx'
import { format } from '#kit/format.ts'

const referenceField = textField('reference', { label: 'Reference', help: 'What the gateway or the bank calls it.' })

/** What may be done with one refund where it stands. */
export function movesOf(order: Order, refund: Refund): Action<Order>[] {
  const words = `${format().money(refund.amount)} of ${order.number}`
  const body = () => ({ refundId: refund.id })
  const said = (label: string, question: string) => ({
    label,
    question: () => question,
    body,
    asks: refund.method === 'cash' ? [noteField] : [referenceField, noteField],
    done: () => `${label}: ${words}`,
  })
  const moves: Record<RefundMove, Action<Order>> = {
    approveRefund: confirmAction(orderContract.approveRefund, {
      label: 'Approve refund',
      tone: 'primary',
      question: () => `${words} goes back to the customer.`,
      body,
      asks: [bearsField, noteField],
      done: () => `Refund approved: ${words}`,
    }),
    retryRefund: confirmAction(
      orderContract.retryRefund,
      said('Send again', `${words} did not go through. ${order.gateway ? 'The gateway is asked again.' : 'Say that it was sent again.'}`),
    ),
    sendRefund: confirmAction(orderContract.sendRefund, said('Mark as sent', `${words} is on its way to the customer.`)),
    completeRefund: confirmAction(
      orderContract.completeRefund,
      refund.method === 'cash'
        ? said('Mark as paid out', `You have paid out ${words}: your name and the time are kept with it.`)
        : said('Mark as done', `The customer has ${words}. It leaves the ledger's refunds due.`),
    ),
    failRefund: confirmAction(orderContract.failRefund, {
      label: 'Mark as failed',
      question: () => `${words} did not go through. It is still owed.`,
      body,
      asks: [textField('failure', { label: 'Why', help: 'As the gateway or the bank says it.' })],
      done: () => `Refund did not go through: ${words}`,
    }),
    declineRefund: confirmAction(orderContract.declineRefund, {
      label: 'Do not refund',
      tone: 'danger',
      question: () => `${words} does not go back to the customer.`,
      body,
      asks: [noteField],
      done: () => `Not refunded: ${words}`,
    }),
  }
  return Object.entries(moves).flatMap(([move, action]) => (isPossible(order, refund, move as RefundMove) ? [action] : []))
}

const byGateway: readonly RefundMove[] = ['sendRefund', 'completeRefund', 'failRefund']

function isPossible({ gateway }: Order, { state, cause, method }: Refund, move: RefundMove): boolean {
  if (gateway && (method === 'source' || method === 'void') && byGateway.includes(move)) return false
  if (move === 'declineRefund' && (method === 'void' || (cause !== 'request' && state !== 'requested'))) return false
  // What failed may be said to have arrived, which nobody needs a button for beside sending it again.
  return (refundMoves[move].from as readonly string[]).includes(state)
}
