import {
  type Instant,
  instantOf,
  keysOf,
  type LocalDate,
  money,
  msOf,
  type Order,
  type OrderEdit,
  type OrderMover,
  plainDetails,
  refundMoves,
  verticalKeys,
} from '@larder/contract'
import fc from 'fast-check'
import { systemActor } from '../src/kit/access/system-actor.ts'
import { type DecidedOrder, decideOrder, type OrderAct } from '../src/modules/order/act/decide.ts'
import { knownOf } from '../src/modules/order/act/payment.ts'
import { movedBy } from '../src/modules/order/act/refund.ts'
import { dueAtHandOver } from '../src/modules/order/act/refundable.ts'
import type { Decision } from '../src/modules/order/act/verdict.ts'
import { previewOf } from '../src/modules/order/edit/decide-edit.ts'
import { amountColumnsOf, lineAmount, lineTax, totalsOf } from '../src/modules/order/place/pricing.ts'
import type { SellingStore } from '../src/modules/order/place/selling.ts'
import { type TaxRules, taxColumnsOf } from '../src/modules/order/place/tax.ts'
import { isWeighed } from '../src/modules/order/read/record.ts'
import { linesAfter } from './order-editing.ts'
import { packedBy } from './order-packing.ts'
import { payByCredit } from './paid-by-credit.ts'

/** When every life begins. */
export const start = Date.parse('2026-11-20T08:00:00.000Z')
const rules = {
  warnMinutes: 5,
  autoRejectMinutes: 10,
  paymentMinutes: 15,
  maxDelays: 2,
  restoreMinutes: 30,
  claimMinutes: 30,
  travelMinutes: 20,
}
/** What a decision is made at, in the cases that tests make. */
export const moment = (now: Instant, mover: OrderMover, creditMinor = 0) => ({
  actor: systemActor,
  rules,
  now,
  mover,
  travelMinutes: 12,
  prepMinutes: 20,
  isAcceptedAtOnce: false,
  creditMinor,
})

/** Orders as they come in: of any vertical, paid in any way, by credits in part or whole, priced in currencies of none, two and three decimals, with discounts of any funder. */
export const anOrder = fc
  .record({
    status: fc.constantFrom('placed' as const, 'pending' as const),
    payment: fc.constantFrom(
      ['online', 'none'] as const,
      ['online', 'authorised'] as const,
      ['online', 'captured'] as const,
      ['cash', 'due'] as const,
    ),
    order_type: fc.constantFrom('delivery' as const, 'pickup' as const),
    timing: fc.constantFrom('asap' as const, 'slot' as const),
    vertical: fc.constantFrom(...verticalKeys),
    weights: fc.array(fc.option(fc.integer({ min: 100, max: 3000 })), { minLength: 1, maxLength: 4 }),
    price: fc.integer({ min: 0, max: 90_000 }),
    prices_include_tax: fc.boolean(),
    currency: fc.constantFrom('INR', 'JPY', 'KWD'),
    tip: fc.constantFrom(0, 1500),
    credit: fc.constantFrom(0, 0, 17, 60, 100),
    funded: fc.array(fc.tuple(fc.constantFrom('store' as const, 'platform' as const, 'brand' as const), fc.integer({ min: 1, max: 99 })), {
      maxLength: 3,
    }),
  })
  .map(({ payment: [payment_method, payment_state], status, weights, price, tip, funded, credit, ...order }) => {
    const paid = { status: payment_state === 'none' ? ('placed' as const) : status, payment_method, payment_state }
    return payByCredit(build({ ...order, ...paid }, weights, price, { tip, funded }), credit)
  })

const taxPpm = 180_000

interface Extras {
  tip: number
  funded: [party: Order['discounts'][number]['funders'][number]['party'], minor: number][]
}

/** An order of lines at one price, by weight where a weight is given. */
export function build(
  given: Partial<DecidedOrder>,
  weights: (number | null)[],
  price: number,
  { tip, funded }: Extras = { tip: 0, funded: [] },
): DecidedOrder {
  const currency = given.currency ?? 'INR'
  const inCurrency = (minor: number) => money(minor, currency)
  const pricesIncludeTax = given.prices_include_tax ?? false
  const taxRules: TaxRules = { regime: 'in-gst', pricesIncludeTax, deliveryTaxPpm: 180_000, packingTaxPpm: 50_000, parts: 2 }
  const none = inCurrency(0)
  // What a choice adds to the price of each piece or kilogram.
  const chosen = price % 700
  const priced = weights.map((grams) => {
    const amount = lineAmount(inCurrency(price + chosen), grams === null ? 'pc' : 'kg', 1, grams)
    return { amount, discount: none, tax: lineTax(amount, none, taxPpm, taxRules), taxPpm }
  })
  const lines = weights.map((grams, index) => ({
    line: index + 1,
    item_id: null,
    sku: null,
    name: 'Item',
    unit: grams === null ? ('pc' as const) : ('kg' as const),
    quantity: 1,
    unit_price_minor: price,
    options: [{ group: 'Cleaning', choice: 'Skin off', priceDelta: inCurrency(chosen) }],
    ordered_grams: grams,
    packed_grams: null,
    substitution: null,
    tax_ppm: taxPpm,
    amount_minor: priced[index]?.amount.minor ?? 0,
    discount_minor: 0,
    tax_minor: priced[index]?.tax.minor ?? 0,
    note: null,
  }))
  const discounts = funded.map(([party, minor]) => {
    const discount = inCurrency(minor)
    return { name: `Discount of ${party}`, code: null, amount: discount, funders: [{ party, amount: discount }] }
  })
  const discount = inCurrency(funded.reduce((sum, [, minor]) => sum + minor, 0))
  const charges = { packing: inCurrency(1000), delivery: inCurrency(3050), discount, tip: inCurrency(tip) }
  const totals = totalsOf(priced, charges, taxRules)
  const amounts = amountColumnsOf(totals)
  const empty = {
    slot_from: null,
    slot_to: null,
    lead_hours: 0,
    payment_reference: null,
    promised_at: null,
    ended_at: null,
    end_reason: null,
    end_party: null,
    delivered_at: null,
    rider_id: null,
    claimed_by: null,
    claimed_name: null,
    prep_minutes: null,
    accepted_at: null,
    credit_minor: 0,
    due_minor: 0,
    collected_minor: 0,
    edited_less_minor: 0,
    edited_more_minor: 0,
    remedied_minor: 0,
    authorised_minor: given.payment_state === 'authorised' ? totals.total.minor : null,
  }
  const order = {
    ...amounts,
    ...empty,
    ...taxColumnsOf(taxRules),
    currency,
    discounts,
    delays: 0,
    delivery_state: 'unassigned',
    lines,
    refunds: [],
    payments: [],
    asked: [],
  }
  const counts = {
    weighed_lines: lines.filter(isWeighed).length,
    unpacked_lines: lines.filter(isWeighed).length,
    sent_refunds: 0,
    asked_refunds: 0,
    waiting: null,
  }
  return { ...order, ...counts, details: plainDetails[given.vertical ?? 'restaurant'], ...given } as DecidedOrder
}

/** A reason of the lists. */
export const reason = { code: 'some-reason', label: 'Some reason', party: 'store' as const }
/** A store that sells one thing by the piece and one by weight, as an edit meets it. */
function menuOf({ currency }: DecidedOrder, number: number): SellingStore {
  const sold = {
    sku: 'S',
    tax_rates: [{ from: null, ratePpm: taxPpm }],
    available: true,
    snoozed_until: null,
    lead_hours: null,
    ...{ stock: null, max_per_order: null, on_menu: true, schedules: [] },
    groups: [],
  }
  const items = [
    { ...sold, id: 'piece', name: 'Piece', unit: 'pc' as const, price_minor: 1 + number * 7 },
    { ...sold, id: 'weight', name: 'Weight', unit: 'kg' as const, price_minor: 1 + number * 11 },
  ]
  const place = {
    lat: 9.96,
    lng: 76.26,
    fee_tiers: [{ maxKm: 5, fee: money(3050, currency) }],
    surge_ppm: 0,
    min_order_minor: 0,
    min_basket_minor: 0,
  }
  return { ...place, currency, items, display_name: 'Fish Cove', vertical: 'grocery', time_zone: 'Asia/Kolkata' } as unknown as SellingStore
}

/** One edit, for the total that its preview tells. */
function editOf(order: DecidedOrder, number: number, now: Instant): OrderAct {
  const line = order.lines[number % Math.max(1, order.lines.length)]?.line ?? 1
  const [quantity, itemId] = [1 + (number % 9), (number % 2 ? 'piece' : 'weight') as never]
  const edits: OrderEdit[] = [
    { lines: [{ type: 'change', line, quantity }] },
    { lines: [{ type: 'remove', line }] },
    { lines: [{ type: 'substitute', line, itemId, quantity }] },
    { lines: [{ type: 'add', itemId, quantity }] },
    { tip: money(number, order.currency) },
    {
      lines: [
        { type: 'remove', line },
        { type: 'add', itemId, quantity },
      ],
      tip: money(0, order.currency),
    },
  ]
  const facts = { edit: edits[number % edits.length] ?? {}, reason, menu: menuOf(order, number), day: '2026-11-20' as LocalDate }
  const { total } = previewOf(order, facts, moment(now, 'staff'))
  return { action: 'edit', ...facts, expectedTotal: total }
}

/** One act of every kind, as it would be meant for this order; what it is, is known once it is wanted. */
function actsFor(order: DecidedOrder, number: number, now: Instant): (() => OrderAct)[] {
  const packed = () => packedBy(order, number)
  const due = dueAtHandOver(order)
  const collected = order.payment_state === 'due' || due > 0 ? money(due, order.currency) : undefined
  const plain = [
    'schedule',
    'release',
    'startPreparing',
    'unassignRider',
    'pickUp',
    'unclaim',
    'arriveAtStore',
    'arriveAtCustomer',
    'voidPayment',
  ] as const
  return [
    ...plain.map((action) => () => ({ action })),
    () => ({ action: 'payment', state: number % 2 ? 'authorised' : 'captured', reference: 'pay_1' }),
    () => ({ action: 'accept', prepMinutes: 1 + (number % 240) }),
    () => ({ action: 'delay', minutes: 5 }),
    () => ({ action: 'markReady', packed: packed() }),
    () => ({ action: 'packWeights', packed: packed() }),
    () => ({ action: 'assignRider', rider: { id: `rider-${number % 2}` } }),
    () => ({ action: 'deliver', collected }),
    () => ({ action: 'collect', collected }),
    ...(['claim', 'takeOver', 'handOver'] as const).map((action) => () => ({
      action,
      by: { id: number % 2 ? systemActor.id : 'me', name: 'Me' },
    })),
    ...(['reject', 'fail', 'cancel'] as const).map((action) => () => ({ action, reason })),
    () => ({ action: 'restore', reason }),
    () => editOf(order, number, now),
    () => ({ action: 'refund', reason, method: 'source', amount: money(1 + number, order.currency), bears: bearsBy(number) }),
    () => ({ action: 'refund', reason, method: 'credit', amount: money(1 + number, order.currency), bears: bearsBy(number) }),
    () =>
      ({
        action: 'refund',
        reason,
        method: 'manual',
        note: 'By transfer',
        lines: [{ line: 1 + (number % order.lines.length), quantity: 1 }],
      }) as OrderAct,
    ...order.refunds.flatMap(({ id }) => refundActs.map((action) => () => ({ action, refundId: id, bears: bearsBy(number) }))),
  ]
}

const refundActs = keysOf(refundMoves)
const bearsBy = (number: number) => ({ store: number % 101, platform: 100 - (number % 101), rider: 0 })

export const movers = ['staff', 'store', 'rider', 'customer', 'system'] as const
/** What is done, of what may be done, and how much later. */
export const steps = fc.array(fc.record({ number: fc.nat(100_000), minutes: fc.nat(8) }), { maxLength: 40 })

/** Does at each step one of the things that may be done, and gives every order that there was with the act that led to it. */
export function play(order: DecidedOrder, taken: { number: number; minutes: number }[]): Done[] {
  const history: Done[] = [{ order, act: null }]
  let now = start
  for (const step of taken) {
    const before = history.at(-1)?.order ?? order
    now += step.minutes * 60_000
    const possible = actsFor(before, step.number % 5000, instantOf(now)).flatMap((make) => attempt(before, make(), instantOf(now)) ?? [])
    const chosen = possible[step.number % possible.length]
    if (chosen) history.push(chosen)
  }
  return history
}

/** An order, with the act that led to it. */
interface Done {
  order: DecidedOrder
  act: OrderAct | null
}

/** Does the first thing that may be done, from a drawn one on; null where nothing may. So that many steps take little, it looks no further. */
export function step(before: DecidedOrder, number: number, now: Instant): Done | null {
  const acts = actsFor(before, number % 5000, now)
  const from = Math.floor(number / 5000)
  const onward = from % 2 === 0 ? 1 : acts.length - 1
  for (let tried = 0; tried < acts.length; tried++) {
    const act = acts[(from + tried * onward) % acts.length]
    const done = act && attempt(before, act(), now)
    if (done) return done
  }
  return null
}

/** What an act makes of an order by whoever may do it; null where nobody may. */
function attempt(before: DecidedOrder, act: OrderAct, now: Instant): Done | null {
  // Of what returned, nothing, a part or all is there again for a restore.
  const there = Math.floor((before.credit_minor * ((msOf(now) / 60_000) % 3)) / 2)
  for (const mover of movers) {
    const verdict = decideOrder(before, act, moment(now, mover, there))
    if ('changes' in verdict) return { order: orderAfter(before, verdict), act }
  }
  return null
}

/** An order as a decision leaves it. */
export function orderAfter(before: DecidedOrder, verdict: Decision): DecidedOrder {
  const packed = new Map(verdict.lines.map((line) => [line.line, line]))
  const lines = linesAfter(before.lines, verdict.rewritten).map((line) => ({ ...line, ...packed.get(line.line) }))
  const moves = new Map(verdict.payment?.moved.map((moved) => [moved.id, moved]))
  const refunds = before.refunds.map((refund) => {
    const moved = moves.get(refund.id)
    return moved ? movedBy(refund, moved) : refund
  })
  if (verdict.payment?.refund) refunds.push({ ...knownOf(verdict.payment.refund), id: `refund-${refunds.length}` })
  const counts = {
    sent_refunds: refunds.filter(({ cause, state }) => cause === 'ending' && ['sent', 'done', 'failed'].includes(state)).length,
    asked_refunds: refunds.filter(({ cause, state }) => cause === 'request' && state !== 'declined').length,
  }
  const weighed = lines.filter(isWeighed)
  const open = { weighed_lines: weighed.length, unpacked_lines: weighed.filter((line) => line.packed_grams === null).length }
  return { ...before, ...verdict.changes, lines, refunds, ...open, ...counts }
}
