import { instantOf, type LedgerAccount, money } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrder, moment, reason, start } from '../../../../test/order-lives.ts'
import { positionOf } from '../../ledger/position.ts'
import { type DecidedOrder, decideOrder, type OrderAct } from './decide.ts'
import { knownOf } from './payment.ts'
import { leftOf, spentOf } from './refundable.ts'

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
/** What goes back one after the other: a line's pieces by `line`, or so many thousandths of what is left; some of it is declined again. */
const pieces = fc.array(
  fc.record({
    line: fc.option(fc.nat(3)),
    share: fc.integer({ min: 1, max: 1000 }),
    isDeclined: fc.boolean(),
    bearer: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 8 },
)

function refund(order: DecidedOrder, act: Partial<Extract<OrderAct, { action: 'refund' }>>, store = 100, isDeclined = false): DecidedOrder {
  const bears = { store, platform: 100 - store, rider: 0 }
  const verdict = decideOrder(
    order,
    { action: 'refund', reason, method: 'manual', note: 'Through the bank', bears, ...act },
    moment(instantOf(start), 'staff'),
  )
  if (!('changes' in verdict) || !verdict.payment?.refund) return order
  const state = isDeclined ? ('declined' as const) : ('done' as const)
  const made = { ...knownOf(verdict.payment.refund), state, id: `refund-${order.refunds.length}` }
  return { ...order, ...verdict.changes, refunds: [...order.refunds, made] } as DecidedOrder
}

/** A delivered order that was paid, and all that went back of it, to the last of it. */
function refunded(
  order: DecidedOrder,
  given: readonly { line: number | null; share: number; isDeclined: boolean; bearer: number }[],
): DecidedOrder[] {
  const paid = order.payment_method === 'cash' ? 'collected' : 'captured'
  let now: DecidedOrder = {
    ...order,
    status: 'delivered',
    delivery_state: 'done',
    payment_state: paid,
    weighed_lines: 0,
    unpacked_lines: 0,
  } as DecidedOrder
  const history = [now]
  for (const { line, share, isDeclined, bearer } of given) {
    const { left } = leftOf(now)
    const act =
      line === null ? { amount: money(Math.ceil((left * share) / 1000), now.currency) } : { lines: [{ line: line + 1, quantity: 1 }] }
    now = refund(now, act, bearer, isDeclined)
    history.push(now)
  }
  now = refund(now, { method: 'credit', amount: money(spentOf(now), now.currency) })
  history.push(now)
  now = refund(now, { amount: money(leftOf(now).left, now.currency) })
  return [...history, now]
}

const always = (check: (history: DecidedOrder[]) => void) =>
  fc.assert(
    fc.property(anOrder, pieces, (order, given) => check(refunded(order, given))),
    { numRuns: 2000 },
  )
const standing = ({ refunds }: DecidedOrder) => refunds.filter(({ state }) => state !== 'declined')

test('each refund is its tax, its items and the rest, never more than is left of any', () => {
  const currencies = new Set<string>()
  always((history) => {
    for (const order of history) {
      const made = standing(order)
      for (const { amount_minor, tax_minor, items_minor } of made)
        expect(Math.min(tax_minor, items_minor, amount_minor - tax_minor - items_minor)).toBeGreaterThanOrEqual(0)
      expect(sumOf(made.map(({ tax_minor }) => tax_minor))).toBeLessThanOrEqual(order.tax_minor)
      currencies.add(order.currency)
    }
  })
  expect([...currencies].sort()).toEqual(['INR', 'JPY', 'KWD'])
})

test('under GST the tax of each is one that halves into equal parts, unless it is nothing but tax', () => {
  let withTax = 0
  always((history) => {
    for (const order of history.filter(({ tax_parts }) => tax_parts === 2))
      for (const { amount_minor, tax_minor, items_minor } of standing(order)) {
        const other = amount_minor - tax_minor
        if (other > 0) expect(tax_minor % 2, JSON.stringify({ amount_minor, tax_minor, items_minor })).toBe(0)
        if (tax_minor > 0) withTax++
      }
  })
  expect(withTax).toBeGreaterThan(100)
})

test('one that was refunded to the last of it has no tax left, no items and nobody who bears another amount than went back', () => {
  let inSeveral = 0
  always((history) => {
    const order = history.at(-1) as DecidedOrder
    const made = standing(order)
    const back = sumOf(made.map(({ amount_minor }) => amount_minor))
    expect(back).toBe(order.total_minor)
    const stands = positionOf(order)
    const on = (...accounts: LedgerAccount[]) => sumOf(accounts.map((account) => stands[account] ?? 0))
    expect(on('tax')).toBe(0)
    expect(on('customers', 'refunds-due')).toBe(0)
    expect(on('store-refunds', 'store-refunded-items', 'platform-refunds', 'rider-refunds')).toBe(back - order.tax_minor)
    const inclusive = order.prices_include_tax ? sumOf(order.lines.map((line) => line.tax_minor)) : 0
    const priced = order.items_minor - inclusive - order.discount_minor
    if (priced >= 0) expect(sumOf(made.map(({ items_minor }) => items_minor))).toBe(priced)
    if (made.length > 2) inSeveral++
  })
  expect(inSeveral).toBeGreaterThan(100)
})

test('a line that goes back takes its own tax with it, all of it with its last piece', () => {
  fc.assert(
    fc.property(anOrder, fc.array(fc.nat(3), { maxLength: 8 }), (order, given) => {
      // Where more is rounded off than a line costs, it has not all of its tax to give back.
      fc.pre(order.discount_minor === 0 && (order.lines[0]?.amount_minor ?? 0) >= 100)
      const [after] = refunded(order, [])
      let now = after as DecidedOrder
      for (const line of given) now = refund(now, { lines: [{ line: line + 1, quantity: 1 }] })
      const gone = new Set(now.refunds.flatMap(({ lines }) => lines.map(({ line }) => line)))
      const taxes = now.lines.filter(({ line }) => gone.has(line)).map(({ tax_minor }) => tax_minor)
      expect(sumOf(now.refunds.map(({ tax_minor }) => tax_minor))).toBe(sumOf(taxes))
    }),
    { numRuns: 1000 },
  )
})
