import {
  type OrderEditPart,
  type OrderMover,
  type OrderStatus,
  orderEditParts,
  orderEdits,
  orderMoverLabels,
  orderStatusWords,
} from '@larder/contract'
import type { Because } from '#kit/errors.ts'
import type { OrderRecord, RuleFacts } from '../read/record.ts'

type Editable = Pick<OrderRecord, 'status' | 'payment_state' | 'order_type' | 'timing'> & Pick<RuleFacts, 'asked_refunds'>

/** Why nothing of an order can be edited now. */
export function whyNotEdit(order: Pick<OrderRecord, 'status' | 'payment_state'>): Because | null {
  const message = `The order is ${orderStatusWords[order.status]}.`
  if (!orderEditParts.some((part) => isEditable(part, order.status))) return { reason: 'wrong-status', message }
  // Who is paying at this moment pays what they saw.
  return order.payment_state === 'none' ? { reason: 'not-paid', message: 'The customer has not paid yet.' } : null
}

/** Why nothing of what was ordered can be out of stock any more. */
export function whyNotOutOfStock(order: Editable): Because | null {
  const because = whyNotPart(order, 'lines', 'staff')
  return whyNotEdit(order) ?? (because === null ? null : { reason: 'wrong-status', message: `What was ordered ${because}.` })
}

/** Why one part of it cannot be edited by this mover now; null where it can. */
export function whyNotPart(order: Editable, part: OrderEditPart, mover: OrderMover): string | null {
  const { movers } = orderEdits[part]
  if (!(movers as readonly OrderMover[]).includes(mover)) return `cannot be edited by a ${orderMoverLabels[mover]}`
  if (!isEditable(part, order.status)) return `cannot be edited any more: the order is ${orderStatusWords[order.status]}`
  if (mover === 'customer' && !beforePreparation.has(order.status))
    return 'cannot be edited any more: the store has started preparing the order'
  if (part === 'lines' && order.asked_refunds > 0) return 'cannot be edited any more: part of the order was refunded'
  if (part === 'address' && order.order_type !== 'delivery') return 'is none of a pick-up order'
  return part === 'slot' && order.timing !== 'slot' ? 'is none of an order for as soon as possible' : null
}

function isEditable(part: OrderEditPart, status: OrderStatus): boolean {
  return (orderEdits[part].from as readonly OrderStatus[]).includes(status)
}

const beforePreparation: ReadonlySet<OrderStatus> = new Set(['scheduled', 'pending', 'accepted'])
