import type { DifferenceKind } from '@larder/contract'
import type { GatewayPayment } from './gateway.ts'

/** What our books say of a payment: what its order has captured by it, and what was given back through it. Amounts are minor units. */
export interface BookedPayment {
  id: string
  orderId: string
  reference: string
  currency: string
  capturedMinor: number
  refundedMinor: number
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
  const unknown = theirs.filter(({ reference, capturedMinor }) => !known.has(reference) && capturedMinor > 0)
  return [...ours.flatMap((payment) => differencesOfOne(payment, said.get(payment.reference))), ...unknown.map(unknownOf)]
}

function differencesOfOne(ours: BookedPayment, theirs: GatewayPayment | undefined): Difference[] {
  const { id: paymentId, orderId, reference, currency } = ours
  const of = (kind: DifferenceKind, oursMinor: number, theirsMinor: number): Difference[] => [
    { kind, reference, paymentId, orderId, oursMinor, theirsMinor, currency },
  ]
  if (!theirs) return of('missing', ours.capturedMinor, 0)
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

function unknownOf({ reference, capturedMinor, currency }: GatewayPayment): Difference {
  return { kind: 'unknown', reference, paymentId: null, orderId: null, oursMinor: 0, theirsMinor: capturedMinor, currency }
}

function refundedOf({ refunds }: GatewayPayment): number {
  return refunds.filter(({ state }) => state === 'done').reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
