import type { DecidedOrder } from '../src/modules/order/act/decide.ts'

/** The same order, of which credits pay so many percent: what they pay whole waits for no payment. */
export function payByCredit(order: DecidedOrder, percent: number): DecidedOrder {
  const credit_minor = Math.floor((order.total_minor * percent) / 100)
  const left = order.total_minor - credit_minor
  if (left === 0 && order.payment_method === 'online')
    return { ...order, credit_minor, status: 'pending', payment_state: 'captured', authorised_minor: null }
  return { ...order, credit_minor, authorised_minor: order.authorised_minor === null ? null : left }
}
