import {
  activeStatuses,
  deliveryTransitions,
  type Instant,
  instantOf,
  money,
  type OrderMover,
  type OrderStatus,
  orderActions,
  orderTransitions,
  paymentTransitions,
  plainDetails,
  transitionOf,
  verticalKeys,
} from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '#kit/access/system-actor.ts'
import { amountColumnsOf, lineTax, totalsOf } from '../place/pricing.ts'
import { type TaxRules, taxColumnsOf } from '../place/tax.ts'
import { isWeighed } from '../read/record.ts'
import { type DecidedOrder, decideOrder, type OrderAct } from './decide.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const rules = { warnMinutes: 5, autoRejectMinutes: 10, paymentMinutes: 15, maxDelays: 2, restoreMinutes: 30, travelMinutes: 20 }
const moment = (now: Instant, mover: OrderMover) => ({
  actor: systemActor,
  rules,
  now,
  mover,
  travelMinutes: 12,
  prepMinutes: 20,
  isAcceptedAtOnce: false,
})

const anOrder = fc
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
  })
  .map(({ payment: [payment_method, payment_state], status, weights, price, ...order }) =>
    build({ ...order, status: payment_state === 'none' ? 'placed' : status, payment_method, payment_state }, weights, price),
  )

const taxPpm = 180_000

function build(given: Partial<DecidedOrder>, weights: (number | null)[], price: number): DecidedOrder {
  const pricesIncludeTax = given.prices_include_tax ?? false
  const taxRules: TaxRules = { regime: 'in-gst', pricesIncludeTax, deliveryTaxPpm: 180_000, packingTaxPpm: 50_000 }
  const [amount, none] = [money(price, 'INR'), money(0, 'INR')]
  const tax = lineTax(amount, none, taxPpm, taxRules)
  const lines = weights.map((grams, index) => ({
    line: index + 1,
    item_id: null,
    sku: null,
    name: 'Item',
    unit: grams === null ? ('pc' as const) : ('kg' as const),
    quantity: 1,
    unit_price_minor: price,
    options: [],
    ordered_grams: grams,
    packed_grams: null,
    substitution: null,
    tax_ppm: taxPpm,
    amount_minor: price,
    discount_minor: 0,
    tax_minor: tax.minor,
    note: null,
  }))
  const charges = { packing: money(1000, 'INR'), delivery: money(3050, 'INR'), discount: none, tip: none }
  const totals = totalsOf(
    lines.map(() => ({ amount, discount: none, tax, taxPpm })),
    charges,
    taxRules,
  )
  const amounts = amountColumnsOf(totals)
  const empty = {
    slot_from: null,
    slot_to: null,
    payment_reference: null,
    promised_at: null,
    ended_at: null,
    rider_id: null,
    claimed_by: null,
    claimed_name: null,
    prep_minutes: null,
    accepted_at: null,
  }
  const order = {
    ...amounts,
    ...empty,
    ...taxColumnsOf(taxRules),
    currency: 'INR',
    discounts: [],
    delays: 0,
    delivery_state: 'unassigned',
    lines,
    refunds: [],
  }
  const counts = {
    weighed_lines: lines.filter(isWeighed).length,
    unpacked_lines: lines.filter(isWeighed).length,
    sent_refunds: 0,
    waiting: null,
  }
  return { ...order, ...counts, details: plainDetails[given.vertical ?? 'restaurant'], ...given } as DecidedOrder
}

const reason = { code: 'some-reason', label: 'Some reason', party: 'store' as const }
/** One act of every kind, as it would be meant for this order. */
function actsFor(order: DecidedOrder, number: number): OrderAct[] {
  const packed = order.lines.filter(isWeighed).map(({ line }) => ({ line, packedGrams: 1 + number }))
  const collected = order.payment_state === 'due' ? money(order.total_minor, 'INR') : undefined
  const plain = [
    'schedule',
    'release',
    'startPreparing',
    'unassignRider',
    'pickUp',
    'unclaim',
    'arriveAtStore',
    'arriveAtCustomer',
  ] as const
  return [
    ...plain.map((action) => ({ action })),
    { action: 'payment', state: number % 2 ? 'authorised' : 'captured', reference: 'pay_1' },
    { action: 'accept', prepMinutes: 1 + (number % 240) },
    { action: 'delay', minutes: 5 },
    { action: 'markReady', packed },
    { action: 'packWeights', packed },
    { action: 'assignRider', rider: { id: `rider-${number % 2}` } },
    { action: 'deliver', collected },
    { action: 'collect', collected },
    { action: 'claim', by: { id: 'me', name: 'Me' } },
    ...(['reject', 'fail', 'cancel'] as const).map((action) => ({ action, reason })),
    { action: 'restore', reason },
  ]
}

const movers = ['staff', 'store', 'rider', 'customer', 'system'] as const
const steps = fc.array(fc.record({ number: fc.nat(100_000), minutes: fc.nat(8) }), { maxLength: 40 })

/** Does at each step one of the things that may be done, and gives every order that there was with the act that led to it. */
function play(order: DecidedOrder, taken: { number: number; minutes: number }[]): { order: DecidedOrder; act: OrderAct | null }[] {
  const history: { order: DecidedOrder; act: OrderAct | null }[] = [{ order, act: null }]
  let now = start
  for (const step of taken) {
    const before = history.at(-1)?.order ?? order
    now += step.minutes * 60_000
    const possible = actsFor(before, step.number % 5000).flatMap((act) => {
      const verdicts = movers.map((mover) => decideOrder(before, act, moment(instantOf(now), mover)))
      const verdict = verdicts.find((each) => 'changes' in each)
      return verdict && 'changes' in verdict ? [{ act, verdict }] : []
    })
    const chosen = possible[step.number % possible.length]
    if (!chosen) continue
    const { act, verdict } = chosen
    const packed = new Map(verdict.lines.map((line) => [line.line, line]))
    const lines = before.lines.map((line) => ({ ...line, ...packed.get(line.line) }))
    const refunds = before.refunds.map((refund) =>
      verdict.payment?.declined.includes(refund.id) ? { ...refund, state: 'declined' } : refund,
    )
    if (verdict.payment?.refund)
      refunds.push({ ...verdict.payment.refund, id: `refund-${refunds.length}`, amount_minor: verdict.payment.refund.amountMinor })
    const unpacked_lines = lines.filter((line) => isWeighed(line) && line.packed_grams === null).length
    history.push({ order: { ...before, ...verdict.changes, lines, refunds, unpacked_lines }, act })
  }
  return history
}

const pairs = (history: ReturnType<typeof play>) =>
  history.slice(1).map(({ order, act }, index) => ({ before: history[index]?.order ?? order, after: order, act }))
const always = (check: (history: ReturnType<typeof play>) => void, options: { numRuns: number; seed?: number } = { numRuns: 300 }) =>
  fc.assert(
    fc.property(anOrder, steps, (order, taken) => check(play(order, taken))),
    options,
  )

describe('whatever is done in whatever order', () => {
  test('an order moves along its table only', () => {
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        const transition = orderTransitions.find(({ action }) => action === act?.action)
        if (before.status === after.status) continue
        // What is paid goes on by itself, as the timer would send it.
        if (act?.action === 'payment') {
          expect([before.status, after.status]).toEqual(['placed', 'pending'])
          continue
        }
        expect(transition?.from).toContain(before.status)
        expect(transition?.to).toBe(after.status)
      }
    })
  })

  test('an order that has ended stays so, unless it is restored', () => {
    const isActive = (status: OrderStatus) => (activeStatuses as readonly OrderStatus[]).includes(status)
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        if (isActive(before.status) || !isActive(after.status)) continue
        expect(act?.action).toBe('restore')
        expect(['cancelled', 'rejected']).toContain(before.status)
      }
    })
  })

  test('it is delayed at most twice', () => {
    always((history) => {
      expect(history.at(-1)?.order.delays).toBeLessThanOrEqual(2)
    })
  })

  test('payment moves along its table only', () => {
    always((history) => {
      for (const { before, after } of pairs(history)) {
        if (before.payment_state !== after.payment_state) expect(paymentTransitions[before.payment_state]).toContain(after.payment_state)
      }
    })
  })

  test('the delivery leg moves along its table only; a change of rider goes through unassigned', () => {
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        const [from, to] = [before.delivery_state, after.delivery_state]
        if (from === to) continue
        const isReassigned = act?.action === 'assignRider' && deliveryTransitions[from].includes('unassigned')
        expect(deliveryTransitions[isReassigned ? 'unassigned' : from]).toContain(to)
      }
    })
  })

  test('the total stays the sum of its parts, what was paid never grows, and refunds never exceed it', () => {
    always((history) => {
      const paid = history[0]?.order.total_minor ?? 0
      for (const { order } of history) {
        expect(order.total_minor).toBe(
          order.items_minor +
            order.packing_minor +
            order.delivery_minor -
            order.discount_minor +
            (order.prices_include_tax ? 0 : order.tax_minor) +
            order.tip_minor +
            order.rounding_minor,
        )
        const owed = order.refunds.filter(({ state }) => state !== 'declined').reduce((sum, { amount_minor }) => sum + amount_minor, 0)
        if (order.payment_method === 'online') expect(order.total_minor).toBeLessThanOrEqual(paid)
        if (order.payment_method === 'online') expect(owed).toBeLessThanOrEqual(paid)
      }
    })
  })

  test('every action of the table was reached', () => {
    const reached = new Set<string>()
    // One seed: what is shown here is that the histories reach far, not a property of each.
    always(
      (history) => {
        for (const { act } of history) if (act) reached.add(act.action)
      },
      { numRuns: 2000, seed: 20261120 },
    )
    expect([...orderActions].filter((action) => !reached.has(action))).toEqual([])
  })
})

test('each move is for its movers alone', () => {
  for (const { action, movers: allowed, from } of orderTransitions) {
    for (const mover of movers) {
      if (allowed.includes(mover)) continue
      const order = build(
        { status: from[0], timing: 'slot', order_type: 'delivery', payment_state: 'captured' } as Partial<DecidedOrder>,
        [null],
        100,
      )
      const verdict = decideOrder(
        order,
        { action, reason, rider: { id: 'r' }, by: { id: 'x', name: 'X' }, minutes: 5, prepMinutes: 5 } as OrderAct,
        moment(instantOf(start), mover),
      )
      expect(verdict, `${mover} ${action}`).toMatchObject({ refused: { reason: 'not-yours' } })
    }
  }
  expect(transitionOf('accept').movers).not.toContain('rider')
})
