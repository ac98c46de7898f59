import { instantOf } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrder, moment, orderAfter, start } from '../../../../test/order-lives.ts'
import { orderedTotalOf, packedBy } from '../../../../test/order-packing.ts'
import { payByCredit } from '../../../../test/paid-by-credit.ts'
import { type DecidedOrder, decideOrder } from './decide.ts'
import { capturedOf, paidAhead, payableOf, standing, sumOf } from './refundable.ts'
import type { PackedLine } from './weights.ts'

const beingPacked = fc
  .tuple(
    anOrder.filter(({ weighed_lines }) => weighed_lines > 0),
    fc.constantFrom('captured' as const, 'authorised' as const),
    fc.record({ total: fc.nat(5000), ofIt: fc.integer({ min: 1, max: 99 }) }),
  )
  .map(([given, payment_state, { total, ofIt }]): DecidedOrder => {
    // Whatever it weighs, it comes to more than credits pay of it.
    const order = payByCredit(given, given.credit_minor > 0 ? 17 : 0)
    // A part of it was added by an edit, and is due at hand-over: it may be more than it comes to at its lightest.
    const due_minor = total % 2 ? Math.floor((payableOf(order) * ofIt) / 100) : 0
    const authorised_minor = payment_state === 'authorised' ? payableOf(order) - due_minor : null
    return { ...order, status: 'preparing', payment_method: 'online', payment_state, due_minor, authorised_minor }
  })

function pack(order: DecidedOrder, packed: readonly PackedLine[]): DecidedOrder {
  const verdict = decideOrder(order, { action: 'packWeights', packed }, moment(instantOf(start), 'staff'))
  if (!('changes' in verdict)) throw new Error(JSON.stringify(verdict))
  return orderAfter(order, verdict)
}

const toPay = ({ total_minor, due_minor, discounts, payment_state, refunds }: DecidedOrder) => ({
  total_minor,
  due_minor,
  discounts,
  payment_state,
  back: sumOf(standing(refunds)),
})

test('as long as nothing was sent, it does not matter how often it was weighed before, nor line by line', () => {
  fc.assert(
    fc.property(beingPacked, fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 }), (order, weighings) => {
      const last = packedBy(order, weighings.at(-1) ?? 0)
      const before = weighings.slice(0, -1).reduce((done, number) => pack(done, packedBy(done, number)), order)
      const oneByOne = last.reduce((done, line) => pack(done, [line]), before)
      expect(toPay(oneByOne)).toEqual(toPay(pack(order, last)))
    }),
  )
})

test('packed just as ordered, an order comes to what it came to', () => {
  fc.assert(
    fc.property(beingPacked, (order) => {
      const exactly = order.lines.flatMap(({ line, ordered_grams }) =>
        ordered_grams === null ? [] : [{ line, packedGrams: ordered_grams }],
      )
      expect(toPay(pack(order, exactly))).toEqual(toPay(order))
    }),
  )
})

test('what was ordered is paid as it was told, and never more; what was captured stays', () => {
  fc.assert(
    fc.property(beingPacked, fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 }), (order, weighings) => {
      for (const number of weighings) {
        const after = pack(order, packedBy(order, number))
        expect(after.total_minor).toBeLessThanOrEqual(orderedTotalOf(order))
        expect(after.due_minor).toBeLessThanOrEqual(order.due_minor)
        expect(capturedOf(after)).toBe(capturedOf(order))
      }
    }),
  )
})

test('what was sent back stays there: it is on the store that it was too little', () => {
  fc.assert(
    fc.property(beingPacked, fc.nat(10_000), (order, number) => {
      const light = pack({ ...order, payment_state: 'captured' }, packedBy(order, number))
      const sent = { ...light, refunds: light.refunds.map((refund) => ({ ...refund, state: 'sent' as const, attempts: 1 })) }
      const again = pack(
        sent,
        packedBy(order, 0).map(({ line }) => ({ line, packedGrams: order.lines.find((one) => one.line === line)?.ordered_grams ?? 0 })),
      )
      expect(again.refunds).toEqual(sent.refunds)
      expect(again.total_minor).toBe(orderedTotalOf(order) - sumOf(sent.refunds))
      expect(again.due_minor).toBe(order.due_minor)
    }),
  )
})

test('what was packed before it was paid, and was paid as that, is no more than that and no less', () => {
  const number = fc.nat(10_000)
  fc.assert(
    fc.property(beingPacked, number, number, number, (order, before, light, again) => {
      const unpaid = pack({ ...order, payment_state: 'due', due_minor: 0, authorised_minor: null }, packedBy(order, before))
      const paid: DecidedOrder = { ...unpaid, payment_state: 'captured' }
      expect(toPay(pack(paid, packedBy(order, before)))).toEqual(toPay(paid))
      const lighter = pack(paid, packedBy(order, light))
      const sent = { ...lighter, refunds: lighter.refunds.map((refund) => ({ ...refund, state: 'sent' as const, attempts: 1 })) }
      const last = pack(sent, packedBy(order, again))
      expect(capturedOf(last)).toBe(payableOf(unpaid))
      expect(last.total_minor).toBeGreaterThanOrEqual(0)
      expect(sumOf(standing(last.refunds))).toBeLessThanOrEqual(unpaid.total_minor)
    }),
  )
})

test('credits pay at most what it weighs: what was paid in money goes back first, and what they lack once they have returned is due', () => {
  let returned = 0
  fc.assert(
    fc.property(beingPacked, fc.integer({ min: 50, max: 100 }), fc.nat(10_000), (given, percent, number) => {
      const order = { ...payByCredit(given, percent), status: 'preparing' as const, payment_state: 'captured' as const, due_minor: 0 }
      const light = pack(order, packedBy(order, number))
      expect(light.credit_minor).toBe(Math.min(order.credit_minor, light.total_minor))
      if (light.credit_minor < order.credit_minor) expect(sumOf(standing(light.refunds))).toBe(payableOf(order))
      const again = pack(light, packedBy(order, number + 1))
      expect(again.credit_minor).toBe(Math.min(light.credit_minor, again.total_minor))
      expect(paidAhead(again) + again.due_minor + again.credit_minor).toBe(again.total_minor)
      expect(capturedOf(again)).toBe(capturedOf(order))
      returned += order.credit_minor - again.credit_minor
    }),
  )
  expect(returned).toBeGreaterThan(0)
})
