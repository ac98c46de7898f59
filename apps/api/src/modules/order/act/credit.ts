import { type Instant, money } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { holdCredit, returnCredits, spendCredits } from '#modules/wallet/spend.service.ts'
import type { DetailedOrder } from '../read/record.ts'
import { isTaken, type PaidOrder, settleHeld } from './payment.ts'
import { spentOf } from './refundable.ts'
import type { Decision } from './verdict.ts'

/**
 * What credits pay of an order that is restored: what they paid before, as far as it is there. What was spent elsewhere meanwhile, or has
 * expired, is due at hand-over. Pure.
 */
export function restoredCredit(order: PaidOrder, thereMinor: number): Pick<Decision, 'changes' | 'told'> {
  const credit_minor = Math.min(order.credit_minor, thereMinor)
  const lacks = order.credit_minor - credit_minor
  if (lacks === 0) return { changes: {} }
  const told = `${format().money(money(lacks, order.currency))} of the credit was spent or has expired meanwhile, and is due at hand-over`
  const after = { ...order, credit_minor }
  const due_minor =
    order.payment_state === 'authorised'
      ? settleHeld(after, order.total_minor).dueMinor
      : order.due_minor + (isTaken.has(order.payment_state) ? lacks : 0)
  return { changes: { credit_minor, due_minor }, told }
}

/** What the timeline says of an ending by which credits return. */
export function returnWords({ credit_minor, currency }: Pick<DetailedOrder, 'credit_minor' | 'currency'>): Pick<Decision, 'told'> {
  return credit_minor > 0 ? { told: `${format().money(money(credit_minor, currency))} of credit returns` } : {}
}

/** Of what returned to a customer when their order ended, what is there for it again; held until it is restored. */
export async function holdToRestore(work: Work, order: DetailedOrder, { action }: { action: string }, now: Instant): Promise<number> {
  if (action !== 'restore' || order.credit_minor === 0 || order.customer_id === null) return 0
  return holdCredit(work, { customerId: order.customer_id, currency: order.currency }, now)
}

interface Decided {
  decision: Decision
  heldAt: Instant
}

/** Credits move with what the decision makes of the order: before it is booked, so that wallets are held before the ledger by everybody. */
export async function moveCredits(ctx: Context, work: Work, order: DetailedOrder, { decision, heldAt }: Decided): Promise<void> {
  const { changes, payment } = decision
  const back = payment?.refund?.method === 'credit' ? payment.refund.amountMinor : 0
  const more = spentOf({ ...order, ...changes }) - back - spentOf(order)
  const { id: orderId, customer_id: customerId, currency } = order
  if (more > 0 && customerId !== null) await spendCredits(ctx, work, { orderId, customerId, currency }, { minor: more, heldAt })
  if (more < 0) await returnCredits(ctx, work, orderId, -more)
}
