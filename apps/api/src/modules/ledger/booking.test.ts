import { instantOf, type LedgerAccount } from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anOrder, play, start, steps } from '../../../test/order-lives.ts'
import { bookingsOf } from './booking.ts'
import { bookingsOfLife } from './life.ts'
import { differenceOf, type Position, positionOf } from './position.ts'

const sumOf = (amounts: Position | readonly number[]) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
const at = instantOf(start)

function addUp(bookings: readonly { moved: Position }[]): Position {
  const sum: Position = {}
  for (const { moved } of bookings)
    for (const [account, amount] of Object.entries(moved) as [LedgerAccount, number][]) sum[account] = (sum[account] ?? 0) + amount
  return differenceOf({}, sum)
}

const lives = fc.tuple(anOrder, steps).map(([order, taken]) => play(order, taken).map((moment) => moment.order))
type Life = ReturnType<typeof play>[number]['order'][]
const booked = (life: Life) => life.map((order, index) => bookingsOf(life[index - 1] ?? null, order))
const always = (check: (life: Life) => void) => fc.assert(fc.property(lives, check), { numRuns: 500 })

describe('whatever is done with an order', () => {
  test('every entry balances, names at least two accounts and only what moved', () => {
    always((life) => {
      for (const { moved } of booked(life).flat()) {
        expect(sumOf(moved)).toBe(0)
        expect(Object.values(moved).length).toBeGreaterThanOrEqual(2)
        expect(Object.values(moved).every((amount) => amount !== 0 && Number.isSafeInteger(amount))).toBe(true)
      }
    })
  })

  test('what was booked step by step is what the order stands at', () => {
    always((life) => {
      const entries = booked(life)
      for (const [index, order] of life.entries()) expect(addUp(entries.slice(0, index + 1).flat())).toEqual(positionOf(order))
    })
  })

  test('what is booked afterwards, from the row alone, is the same', () => {
    const moments = { placed_at: at, pending_at: at, ready_at: at, delivered_at: at, ended_at: at, updated_at: at }
    always((life) => {
      for (const order of life) {
        const refunds = order.refunds.map((refund) => ({ ...refund, updated_at: at }))
        expect(addUp(bookingsOfLife({ ...order, ...moments, refunds }))).toEqual(positionOf(order))
      }
    })
  })

  test('what somebody refunds of an order that stands is borne to the minor unit, and leaves its customer owing nothing', () => {
    let asked = 0
    always((life) => {
      for (const order of life) {
        const stands = positionOf(order)
        const standing = order.refunds.filter(({ cause, state }) => cause === 'request' && state !== 'declined')
        const sum = standing.reduce((all, { amount_minor }) => all + amount_minor, 0)
        const bearing = ['store-refunds', 'store-refunded-items', 'platform-refunds', 'rider-refunds'] as const
        const isDivided = order.status === 'delivered'
        const untaxed = isDivided ? order.tax_minor + (stands.tax ?? 0) : 0
        const borne = bearing.reduce((all, account) => all + (stands[account] ?? 0), untaxed)
        const isLost = ['rejected', 'cancelled', 'failed'].includes(order.status)
        expect(borne).toBe(isLost ? 0 : sum)
        // What an edit added is still owed until it is taken at hand-over.
        if (sum > 0 && !isLost) expect(stands.customers ?? 0).toBe(order.due_minor)
        asked += sum
      }
    })
    expect(asked).toBeGreaterThan(0)
  })

  test('what is refunded of a delivered order is off its tax, and off the items of its store as far as that bears it', () => {
    let inPart = 0
    always((life) => {
      for (const order of life.filter(({ status }) => status === 'delivered')) {
        const asked = order.refunds.filter(({ cause, state }) => cause === 'request' && state !== 'declined')
        const tax = sumOf(asked.map(({ tax_minor }) => tax_minor))
        const stands = positionOf(order)
        expect(0 - (stands.tax ?? 0)).toBe(order.tax_minor - tax)
        if (asked.every(({ store_minor, amount_minor }) => store_minor === amount_minor))
          expect(stands['store-refunded-items'] ?? 0).toBe(sumOf(asked.map(({ items_minor }) => items_minor)))
        inPart += tax
      }
    })
    expect(inPart).toBeGreaterThan(0)
  })

  test('a delivered order is divided without a rest: lines, charges, tip, tax and rounding less discounts are its total', () => {
    always((life) => {
      for (const order of life.filter(({ status }) => status === 'delivered')) {
        const stands = positionOf({ ...order, payment_state: 'none', collected_minor: 0, refunds: [] })
        const { customers, 'wallet-credits': credits, ...parts } = stands
        expect([credits ?? 0, customers ?? 0]).toEqual([order.credit_minor, order.total_minor - order.credit_minor])
        expect(sumOf(parts)).toBe(-order.total_minor)
        const discounts = ['store-discounts', 'brand-discounts', 'platform-discounts'] as const
        expect(discounts.reduce((sum, account) => sum + (stands[account] ?? 0), 0)).toBe(order.discount_minor)
        const goods = ['store-items', 'store-packing', 'delivery-fees'] as const
        const within = order.prices_include_tax ? order.tax_minor : 0
        expect(goods.reduce((sum, account) => sum - (stands[account] ?? 0), 0)).toBe(
          order.items_minor + order.packing_minor + order.delivery_minor - within,
        )
        expect([0 - (stands.tax ?? 0), 0 - (stands.tips ?? 0), 0 - (stands.rounding ?? 0)]).toEqual([
          order.tax_minor,
          order.tip_minor,
          order.rounding_minor,
        ])
      }
    })
  })

  test('an order that ended unpaid leaves nothing, and no more goes back than was captured', () => {
    always((life) => {
      for (const order of life) {
        const stands = positionOf(order)
        const [captured, due] = [stands.gateway ?? 0, -(stands['refunds-due'] ?? 0)]
        const taken = captured + (stands['rider-cash'] ?? 0) + (stands['store-cash'] ?? 0)
        const cash = order.refunds.filter(({ method, state }) => method === 'cash' && state === 'done')
        const paidOut = cash.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
        expect(0 - (stands['cash-office'] ?? 0)).toBe(paidOut)
        if (order.payment_method === 'online') expect(due).toBeLessThanOrEqual(taken + (stands.bank ?? 0) - paidOut)
        const isOver = ['rejected', 'cancelled', 'failed'].includes(order.status)
        if (isOver && (order.payment_state === 'voided' || order.payment_state === 'none')) expect(stands).toEqual({})
        if (isOver && order.payment_state === 'refunded')
          expect(stands).toEqual(
            differenceOf({}, { gateway: captured, 'cash-office': -paidOut, bank: due - captured + paidOut, 'refunds-due': -due }),
          )
      }
    })
  })
})

describe('by example', () => {
  const order = {
    status: 'pending',
    payment_method: 'online',
    payment_state: 'captured',
    currency: 'INR',
    items_minor: 20_000,
    packing_minor: 1000,
    delivery_minor: 3000,
    tax_minor: 1000,
    tip_minor: 500,
    rounding_minor: 0,
    total_minor: 25_000,
    credit_minor: 0,
    due_minor: 0,
    collected_minor: 0,
    discounts: [],
    prices_include_tax: false,
    packing_tax_ppm: 0,
    tax_parts: 1,
    delivery_tax_ppm: 0,
    rider_id: null,
    refunds: [],
  } as const
  const borneByStore = (minor: number) => ({ store_minor: minor, platform_minor: 0, rider_minor: 0, tax_minor: 0, items_minor: 0 })
  const inr = (minor: number) => ({ minor, currency: 'INR' })
  const kinds = (bookings: ReturnType<typeof bookingsOf>) => bookings.map(({ kind, moved }) => ({ kind, moved }))

  test('an order paid online is owed, in progress, and in the gateway', () => {
    expect(kinds(bookingsOf(null, order))).toEqual([
      { kind: 'placed', moved: { customers: 25_000, 'open-orders': -25_000 } },
      { kind: 'captured', moved: { gateway: 25_000, customers: -25_000 } },
    ])
  })

  test('delivered, it is divided, with each discount on whoever pays for it', () => {
    const before = {
      ...order,
      total_minor: 24_000,
      discounts: [
        {
          name: 'Ten off',
          code: 'TEN',
          amount: inr(1000),
          funders: [
            { party: 'store' as const, amount: inr(400) },
            { party: 'brand' as const, amount: inr(250) },
          ],
        },
      ],
      tip_minor: 0,
      rounding_minor: 0,
    }
    expect(kinds(bookingsOf(before, { ...before, status: 'delivered' }))).toEqual([
      {
        kind: 'delivered',
        moved: {
          'open-orders': 24_000,
          'store-items': -20_000,
          'store-packing': -1000,
          'delivery-fees': -3000,
          'store-discounts': 400,
          'brand-discounts': 250,
          'platform-discounts': 350,
          tax: -1000,
        },
      },
    ])
  })

  test('prices that include tax leave the store what is without it', () => {
    const included = {
      ...order,
      prices_include_tax: true,
      packing_tax_ppm: 50_000,
      tax_parts: 1,
      items_minor: 21_000,
      tax_minor: 1048,
      tip_minor: 0,
      status: 'delivered',
    } as const
    expect(positionOf(included)).toMatchObject({ 'store-items': -20_000, 'store-packing': -952, 'delivery-fees': -3000, tax: -1048 })
  })

  test.each([
    ['cash', 'rider', 'rider-cash'],
    ['cash', null, 'store-cash'],
    ['card', 'rider', 'card-terminals'],
  ] as const)('%s collected by %s lies in %s, and in the bank once it is deposited', (payment_method, rider_id, place) => {
    const due = { ...order, payment_method, rider_id, payment_state: 'due' } as const
    const collected = { ...due, payment_state: 'collected' } as const
    expect(kinds(bookingsOf(due, collected))).toEqual([{ kind: 'collected', moved: { [place]: 25_000, customers: -25_000 } }])
    const deposited = { ...collected, payment_state: 'deposited' } as const
    expect(kinds(bookingsOf(collected, deposited))).toEqual([{ kind: 'deposited', moved: { bank: 25_000, [place]: -25_000 } }])
  })

  test('what packed weights take off a paid order is owed to its customer', () => {
    const refund = { amount_minor: 300, method: 'source', state: 'approved', cause: 'weights', ...borneByStore(300) } as const
    const packed = { ...order, items_minor: 19_700, total_minor: 24_700, payment_state: 'partially_refunded', refunds: [refund] } as const
    expect(kinds(bookingsOf(order, packed))).toEqual([
      { kind: 'repriced', moved: { customers: -300, 'open-orders': 300 } },
      { kind: 'refund-approved', moved: { customers: 300, 'refunds-due': -300 } },
    ])
  })

  test('a refund leaves the gateway when it is done, and a declined one is taken back', () => {
    const cancelled = (state: string) =>
      ({
        ...order,
        status: 'cancelled',
        payment_state: 'refunded',
        refunds: [{ amount_minor: 25_000, method: 'source', state, cause: 'ending', ...borneByStore(25_000) }],
      }) as const
    expect(kinds(bookingsOf(order, cancelled('approved')))).toEqual([
      { kind: 'cancelled', moved: { customers: -25_000, 'open-orders': 25_000 } },
      { kind: 'refund-approved', moved: { customers: 25_000, 'refunds-due': -25_000 } },
    ])
    expect(kinds(bookingsOf(cancelled('approved'), cancelled('done')))).toEqual([
      { kind: 'refund-paid', moved: { 'refunds-due': 25_000, gateway: -25_000 } },
    ])
    expect(kinds(bookingsOf(cancelled('approved'), { ...order, refunds: cancelled('declined').refunds }))).toEqual([
      { kind: 'restored', moved: { customers: 25_000, 'open-orders': -25_000 } },
      { kind: 'refund-declined', moved: { customers: -25_000, 'refunds-due': 25_000 } },
    ])
  })
  test.each([
    ['cash', 'cash', 'cash-office'],
    ['online', 'cash', 'cash-office'],
    ['cash', 'manual', 'bank'],
    ['card', 'source', 'card-terminals'],
  ] as const)('of an order that was paid %s, a refund by %s leaves the %s', (payment_method, method, account) => {
    const paid = (state: string) =>
      ({ ...order, payment_method, refunds: [{ amount_minor: 9_000, method, state, cause: 'request', ...borneByStore(9_000) }] }) as const
    expect(kinds(bookingsOf(paid('approved'), paid('done')))).toEqual([
      { kind: 'refund-paid', moved: { 'refunds-due': 9_000, [account]: -9_000 } },
    ])
  })
})
