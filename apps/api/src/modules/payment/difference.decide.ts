import type { DifferenceKind, LedgerAccount } from '@larder/contract'
import type { GatewayPayment } from './gateway.ts'

/** What our books say of a payment: what its order has captured by it, and what was given back through it, with what was settled. Amounts are minor units. */
export interface BookedPayment {
  id: string
  orderId: string
  reference: string
  currency: string
  capturedMinor: number
  refundedMinor: number
  /** Of the captured amount what is still to be captured, and so not in the ledger. */
  toCaptureMinor: number
  /** Whether it was settled that the gateway does not know it. */
  isMissing: boolean
}

export interface Difference {
  kind: DifferenceKind
  reference: string
  paymentId: string | null
  orderId: string | null
  oursMinor: number
  theirsMinor: number
  currency: string
}

/** What two lists of the same payments say differently, each by what it is. Pure. */
export function differencesOf(ours: readonly BookedPayment[], theirs: readonly GatewayPayment[]): Difference[] {
  const said = new Map(theirs.map((payment) => [payment.reference, payment]))
  const known = new Set(ours.map(({ reference }) => reference))
  const unknown = theirs.filter((payment) => !known.has(payment.reference) && payment.capturedMinor > refundedOf(payment))
  return [...ours.flatMap((payment) => differencesOfOne(payment, said.get(payment.reference))), ...unknown.map(unknownOf)]
}

function differencesOfOne(ours: BookedPayment, theirs: GatewayPayment | undefined): Difference[] {
  const { id: paymentId, orderId, reference, currency } = ours
  const of = (kind: DifferenceKind, oursMinor: number, theirsMinor: number): Difference[] => [
    { kind, reference, paymentId, orderId, oursMinor, theirsMinor, currency },
  ]
  if (!theirs) {
    const minor = ours.capturedMinor - ours.refundedMinor
    return ours.isMissing && minor === 0 ? [] : of('missing', minor, 0)
  }
  const back = refundedOf(theirs)
  return [
    ...(ours.capturedMinor === theirs.capturedMinor ? [] : of(kindOfCapture(ours, theirs), ours.capturedMinor, theirs.capturedMinor)),
    ...(ours.refundedMinor === back ? [] : of(ours.refundedMinor > back ? 'refund-missing' : 'refund-unknown', ours.refundedMinor, back)),
  ]
}

function kindOfCapture(ours: BookedPayment, theirs: GatewayPayment): DifferenceKind {
  if (theirs.capturedMinor === 0) return 'not-captured'
  return ours.capturedMinor === 0 ? 'not-booked' : 'amount-differs'
}

function unknownOf(payment: GatewayPayment): Difference {
  const { reference, currency, capturedMinor } = payment
  const theirsMinor = capturedMinor - refundedOf(payment)
  return { kind: 'unknown', reference, paymentId: null, orderId: null, oursMinor: 0, theirsMinor, currency }
}

function refundedOf({ refunds }: GatewayPayment): number {
  return refunds.filter(({ state }) => state === 'done').reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** What settling a difference books, so that the ledger says of the gateway what it has. Amounts are minor units; debits positive. */
export interface Settlement {
  moved: Partial<Record<LedgerAccount, number>>
  /** By how much more, from now on, the books have captured and given back. */
  capturedMinor: number
  refundedMinor: number
}

type Side = Pick<BookedPayment, 'capturedMinor' | 'refundedMinor' | 'toCaptureMinor'>

const ofRefunds: ReadonlySet<DifferenceKind> = new Set(['refund-missing', 'refund-unknown', 'taken-back'])

/** What our books say on the side of a difference. Pure. */
export function oursOf(kind: DifferenceKind, { capturedMinor, refundedMinor }: Side): number {
  if (kind === 'missing') return capturedMinor - refundedMinor
  return ofRefunds.has(kind) ? refundedMinor : capturedMinor
}

/**
 * What settling books: what the gateway has more or less than the books, against *Payment differences*. What was handed over and never captured
 * is owed by its customer still, and is written off there: `writtenOffMinor` of it is already. Pure.
 */
export function settlementOf(kind: DifferenceKind, ours: Side, theirsMinor: number, writtenOffMinor: number): Settlement {
  const refundedMinor = ofRefunds.has(kind) ? theirsMinor - ours.refundedMinor : kind === 'missing' ? -ours.refundedMinor : 0
  const capturedMinor = ofRefunds.has(kind) ? 0 : theirsMinor - ours.capturedMinor
  const customers = ofRefunds.has(kind) ? 0 : writtenOffMinor - ours.toCaptureMinor
  const gateway = capturedMinor - customers - refundedMinor
  const moved = { gateway, customers, 'payment-differences': -gateway - customers }
  return { moved: Object.fromEntries(Object.entries(moved).filter(([, minor]) => minor !== 0)), capturedMinor, refundedMinor }
}
