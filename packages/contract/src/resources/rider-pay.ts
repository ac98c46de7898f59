import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, type TimeZone } from '../values/local-date.ts'
import { divideHalfUp, Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { isOpenAt, OpeningHours } from '../values/opening-hours.ts'
import { Price } from './price.ts'
import { recordContract } from './record.ts'

/** What riders of a branch are paid for an order, from a day on until another rule begins. */
export const riderPayRuleContract = /* @__PURE__ */ recordContract('rider-pay-rule', '/rider-pay-rules', {
  label: 'Rider pay',
  permission: 'setting',
  draft: {
    branchId: idOf('branch'),
    startsOn: LocalDate,
    /** For each order. */
    base: Price,
    /** For each kilometre from the store to the customer, as a bird flies. */
    perKm: Price,
    /** So many minutes at the store are in the base. */
    freeWaitMinutes: whole(0, 120),
    /** For each minute at the store after these. */
    perWaitMinute: Price,
    /** Orders that are picked up within these hours bring the bonus. */
    peakHours: OpeningHours,
    peakBonus: Price,
  },
  extra: {
    branch: Named,
    base: Money,
    perKm: Money,
    perWaitMinute: Money,
    peakBonus: Money,
    /** Its last day; null of the one that no other follows. */
    endsOn: z.nullable(LocalDate),
  },
  filterBy: ['branchId'],
  sorts: ['startsOn', 'createdAt'],
  examples: {
    one: { startsOn: '2027-01-01', freeWaitMinutes: 5, peakHours: [{ day: 5, opens: '19:00', closes: '22:00' }] },
    change: { freeWaitMinutes: 10 },
  },
})
export type RiderPayRule = Output<typeof riderPayRuleContract.get>

/** What the pay for an order is computed from; amounts in minor units of one currency. */
export interface PayRule {
  baseMinor: number
  perKmMinor: number
  freeWaitMinutes: number
  perWaitMinuteMinor: number
  peakHours: OpeningHours
  peakBonusMinor: number
}
export interface PaidOrder {
  metres: number
  /** Whole minutes from the rider's arrival at the store until they picked it up. */
  waitedMinutes: number
  pickedUpAt: Instant
  timeZone: TimeZone
  tipMinor: number
}
export interface Pay {
  paidWaitMinutes: number
  baseMinor: number
  distanceMinor: number
  waitingMinor: number
  peakMinor: number
  tipMinor: number
  totalMinor: number
}

const metresPerKm = 1000n

/** What a rider is paid for an order by a rule: each part in whole minor units, and the total their sum. Pure. */
export function payFor(rule: PayRule, order: PaidOrder): Pay {
  const paidWaitMinutes = Math.max(0, order.waitedMinutes - rule.freeWaitMinutes)
  const distanceMinor = Number(divideHalfUp(BigInt(rule.perKmMinor) * BigInt(order.metres), metresPerKm))
  const waitingMinor = paidWaitMinutes * rule.perWaitMinuteMinor
  const peakMinor = isOpenAt(rule.peakHours, [], order.pickedUpAt, order.timeZone) ? rule.peakBonusMinor : 0
  const parts = { baseMinor: rule.baseMinor, distanceMinor, waitingMinor, peakMinor, tipMinor: order.tipMinor }
  return { paidWaitMinutes, ...parts, totalMinor: Object.values(parts).reduce((sum, minor) => sum + minor, 0) }
}

/** What a rider earned by an order, as it was kept when they delivered it. */
export const RiderEarning = z.strictObject({
  id: idOf('rider-earning'),
  rider: Named,
  branch: Named,
  order: Named,
  day: LocalDate,
  deliveredAt: Instant,
  isLate: z.boolean(),
  metres: z.int(),
  waitedMinutes: z.int(),
  paidWaitMinutes: z.int(),
  perKm: Money,
  perWaitMinute: Money,
  base: Money,
  distance: Money,
  waiting: Money,
  peak: Money,
  tip: Money,
  total: Money,
  version: z.int(),
})
export type RiderEarning = z.infer<typeof RiderEarning>

export const riderEarningContract = /* @__PURE__ */ contract('rider-earning', {
  list: get('/rider-earnings', {
    searchesPeople: true,
    permission: 'rider.view',
    query: listQuery(['createdAt'], {
      riderId: z.optional(idOf('rider')),
      branchId: z.optional(idOf('branch')),
      orderId: z.optional(idOf('order')),
      from: z.optional(LocalDate),
      to: z.optional(LocalDate),
    }),
    response: pageOf(RiderEarning),
    alsoShows: ['rider', 'order'],
    summary: 'What riders earned order by order, with what each figure was computed from',
  }),
})

export const riderPayRefusals = {
  'not-found': {
    'rider-earning-not-found': 'No such earning, or out of reach.',
    'rider-pay-rule-not-found': 'No such rule of pay, or out of reach.',
  },
  refused: { 'pay-rule-begun': 'The rule has begun: what was paid by it stays. Add one that begins later.' },
} as const satisfies Refusals
