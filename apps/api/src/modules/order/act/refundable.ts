import {
  activeStatuses,
  allocateMoney,
  type Bearer,
  causesBesidesTotal,
  money,
  type OrderStatus,
  type PaymentState,
  type RefundCause,
  type Refunding,
} from '@larder/contract'
import type { DetailedOrder, LineRecord, OrderRecord } from '../read/record.ts'

export type KnownRefund = Pick<
  DetailedOrder['refunds'][number],
  | 'id'
  | 'state'
  | 'reason'
  | 'amount_minor'
  | 'method'
  | 'cause'
  | 'lines'
  | 'attempts'
  | 'tax_minor'
  | 'items_minor'
  | 'is_checked'
  | `${Bearer}_minor`
> & { reference?: string | null }

/** Of an order what its refunds are reckoned from. */
export type RefundedOrder = Pick<
  OrderRecord,
  | 'payment_state'
  | 'payment_method'
  | 'status'
  | 'total_minor'
  | 'credit_minor'
  | 'due_minor'
  | 'edited_less_minor'
  | 'remedied_minor'
  | 'collected_minor'
  | 'discount_minor'
  | 'rounding_minor'
  | 'prices_include_tax'
  | 'currency'
> & { lines: readonly LineRecord[]; refunds: readonly KnownRefund[]; asked: readonly { amount_minor: number }[] }

/** Amounts in minor units. */
export interface Left extends Record<'captured' | 'done' | 'pending' | 'left', number> {
  lines: { line: number; quantity: number; amount_minor: number }[]
}

const online: ReadonlySet<PaymentState> = new Set(['captured', 'partially_refunded', 'refunded'])
const inHand: ReadonlySet<PaymentState> = new Set(['collected', 'deposited'])

/** What a captured amount is reckoned from. */
type Captured = Pick<RefundedOrder, 'payment_state' | 'total_minor' | 'credit_minor' | 'due_minor' | 'refunds'>

/** What of a total is to be paid: all that credits do not pay. */
export function payableOf({ total_minor, credit_minor }: Pick<OrderRecord, 'total_minor' | 'credit_minor'>): number {
  return total_minor - credit_minor
}

/** What was taken of the customer in money: online with what weights and edits have taken off the total since, and without what they still have to pay. */
export function capturedOf(order: Captured): number {
  const { payment_state, due_minor, refunds } = order
  if (inHand.has(payment_state)) return payableOf(order)
  return online.has(payment_state) ? payableOf(order) - due_minor + takenOff(refunds) : 0
}

/** Of what an order comes to now, what its payment is for: without what credits pay, and what edits have added, due or taken at hand-over. */
export function paidAhead(order: Pick<OrderRecord, 'total_minor' | 'credit_minor' | 'due_minor' | 'collected_minor'>): number {
  return payableOf(order) - order.due_minor - order.collected_minor
}

/** What credits pay of an order; nothing once it ended otherwise than delivered: they have returned. */
export function creditOf({ status, credit_minor }: Pick<OrderRecord, 'status' | 'credit_minor'>): number {
  return active.has(status) || status === 'delivered' ? credit_minor : 0
}

/** What credits have paid for good: until an order is delivered they return by themselves. */
export function paidByCredit({ status, credit_minor }: Pick<OrderRecord, 'status' | 'credit_minor'>): number {
  return status === 'delivered' ? credit_minor : 0
}

/** What an order has of credits as it stands, whatever returned of them by refunds off it; nothing once it ended otherwise. Pure. */
export function spentOf(
  order: Pick<OrderRecord, 'status' | 'credit_minor'> & { refunds: readonly Pick<KnownRefund, 'method' | 'state' | 'amount_minor'>[] },
): number {
  return creditOf(order) - sumOf(standing(order.refunds).filter(isByCredit))
}

/** Those of money: what goes back as credit was never captured. */
export function inMoney<R extends Pick<KnownRefund, 'method'>>(refunds: readonly R[]): R[] {
  return refunds.filter((refund) => !isByCredit(refund))
}

function isByCredit({ method }: Pick<KnownRefund, 'method'>): boolean {
  return method === 'credit'
}

/** What of an order was captured besides what it comes to now: weights and edits took it off since, or it went back although the order was restored. */
export function takenOff(refunds: readonly Pick<KnownRefund, 'cause' | 'state' | 'method' | 'amount_minor'>[]): number {
  return sumOf(standing(refunds).filter(isBesidesTotal))
}

/** Whether it is of money that was paid towards another total than the order has now. */
export function isBesidesTotal({ cause }: Pick<KnownRefund, 'cause'>): boolean {
  return besidesTotal.has(cause)
}

const besidesTotal: ReadonlySet<RefundCause> = new Set(causesBesidesTotal)

const active: ReadonlySet<OrderStatus> = new Set(activeStatuses)

/** What whoever hands an order over takes of its customer: all of it, or what edits have added to what was paid before; nothing once it is over. */
export function dueAtHandOver(order: Pick<OrderRecord, 'status' | 'payment_state' | 'total_minor' | 'credit_minor' | 'due_minor'>): number {
  const { status, payment_state, due_minor } = order
  if (!active.has(status)) return 0
  if (payment_state === 'due') return payableOf(order)
  return online.has(payment_state) || payment_state === 'authorised' ? due_minor : 0
}

/** Refunds that are made or still to be made; a void gives nothing back. */
export function standing<R extends Pick<KnownRefund, 'state' | 'method'>>(refunds: readonly R[]): R[] {
  return refunds.filter(({ state, method }) => state !== 'declined' && method !== 'void')
}

export function sumOf(refunds: readonly Pick<KnownRefund, 'amount_minor'>[]): number {
  return refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
}

/** What somebody has decided to give back, all together. */
export function refundedOf({ refunds }: Pick<RefundedOrder, 'refunds'>): number {
  return sumOf(decidedOf(refunds))
}

/**
 * What staff have taken off an order, given back of it or given for it and nobody else approved, by edits, refunds and other remedies together: limits
 * of roles are held against it (0078, 0160).
 */
export function givenAlone({
  edited_less_minor,
  remedied_minor,
  refunds,
}: Pick<RefundedOrder, 'edited_less_minor' | 'remedied_minor' | 'refunds'>): number {
  return edited_less_minor + remedied_minor + sumOf(decidedOf(refunds).filter(({ is_checked }) => !is_checked))
}

function decidedOf(refunds: readonly KnownRefund[]): KnownRefund[] {
  return standing(refunds).filter(({ state, cause }) => state !== 'requested' && !besidesTotal.has(cause))
}

/** What can still be refunded, in all and of each line. Pure. */
export function leftOf(order: RefundedOrder): Left {
  const known = standing(order.refunds)
  const done = sumOf(known.filter(({ state }) => state === 'done'))
  const pending = sumOf(known) - done + sumOf(order.asked)
  const captured = capturedOf(order) + paidByCredit(order)
  const left = Math.max(0, captured - done - pending)
  return { captured, done, pending, left, lines: left > 0 ? linesLeft(order) : [] }
}

/** Where refunds leave the payment of an order that was paid online; that of any other says where its money lies. */
export function paymentStateWith(order: Omit<Captured, 'refunds'>, refunds: readonly KnownRefund[]): PaymentState {
  if (!online.has(order.payment_state)) return order.payment_state
  const back = sumOf(inMoney(standing(refunds)).filter(({ state }) => state !== 'requested'))
  if (back === 0) return 'captured'
  return back >= capturedOf({ ...order, refunds }) ? 'refunded' : 'partially_refunded'
}

/** A part of what is left of a line, to the nearest minor unit; the last of it leaves nothing. */
export function partOfLine({ quantity: of, amount_minor }: Left['lines'][number], quantity: number, currency: string): number {
  return allocateMoney(money(amount_minor, currency), [quantity, of - quantity])[0]?.minor ?? 0
}

/** What was paid for each line: its price less its own discount and its part of the order's, with its tax; what is rounded off is off the lines. */
export function paidForLines({
  lines,
  discount_minor,
  rounding_minor,
  prices_include_tax,
  currency,
}: Pick<RefundedOrder, 'discount_minor' | 'rounding_minor' | 'prices_include_tax' | 'currency'> & {
  lines: readonly Pick<LineRecord, 'amount_minor' | 'discount_minor' | 'tax_minor'>[]
}): number[] {
  const worths = lines.map((line) => Math.max(0, line.amount_minor - line.discount_minor + (prices_include_tax ? 0 : line.tax_minor)))
  const worth = worths.reduce((sum, each) => sum + each, 0)
  const ofLines = lines.reduce((sum, line) => sum + line.discount_minor, 0)
  const off = Math.min(worth, Math.max(0, discount_minor - ofLines) + Math.max(0, -rounding_minor))
  const shares = allocateMoney(money(off, currency), worths)
  return worths.map((each, at) => each - (shares[at]?.minor ?? 0))
}

function linesLeft(order: RefundedOrder): Left['lines'] {
  const paid = paidForLines(order)
  const gone = standing(order.refunds).flatMap((refund) => refund.lines)
  return order.lines.map(({ line, quantity }, at) => {
    const before = gone.filter((each) => each.line === line)
    return {
      line,
      quantity: Math.max(0, quantity - before.reduce((sum, each) => sum + each.quantity, 0)),
      amount_minor: Math.max(
        0,
        before.reduce((rest, each) => rest - each.amount.minor, paid[at] ?? 0),
      ),
    }
  })
}

/** The same as people read it; `limit`: the most that the reader may refund of one order by themselves. */
export function presentRefunding(order: Omit<RefundedOrder, 'asked'> & Pick<DetailedOrder, 'asked'>, limit: number | null): Refunding {
  const inCurrency = (minor: number) => ({ minor, currency: order.currency })
  const { captured, done, pending, left, lines } = leftOf(order)
  return {
    captured: inCurrency(captured),
    collected: inCurrency(inHand.has(order.payment_state) ? capturedOf(order) : order.collected_minor),
    credit: inCurrency(paidByCredit(order)),
    done: inCurrency(done),
    pending: inCurrency(pending),
    left: inCurrency(left),
    alone: limit === null ? null : inCurrency(Math.max(0, Math.min(left, limit - givenAlone(order)))),
    givenAlone: inCurrency(givenAlone(order)),
    lines: lines.map(({ amount_minor, ...line }) => ({ ...line, amount: inCurrency(amount_minor) })),
    asked: order.asked.map(({ amount_minor, ...asked }) => ({ ...asked, amount: inCurrency(amount_minor) })),
  }
}
