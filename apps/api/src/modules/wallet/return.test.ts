import { addMinutes } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectBooked, leftOf, withCredits } from '../../../test/credits.ts'
import { inr, quantity, edit as send } from '../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, paidOnline, place, say } from '../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
afterEach(() => expectBooked(world))

const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const ways = {
  cash: { payment: { method: 'cash' } },
  captured: { payment: paidOnline() },
  authorised: { payment: paidOnline('authorised') },
} as const
type Way = keyof typeof ways
const pay = (way: Way) => (way === 'cash' ? ways.cash : { payment: paidOnline(way) })
/** Two dosas for 250.00, of which the wallet pays as much as it can. */
async function placed(of: { customer: object; id: string }, way: Way = 'cash', lines = 2) {
  const total = 4_000 + lines * 10_500
  const open = await leftOf(world, of.id)
  const toPay = inr(Math.max(0, total - open.reduce((sum, minor) => sum + minor, 0)))
  const method = toPay.minor === 0 && way !== 'cash' ? { payment: { method: 'online' } } : pay(way)
  const more = { ...method, expectedToPay: toPay, lines: [{ itemId: world.item.id, quantity: lines }] }
  world.clock.forward(0.1)
  return place(world, { customer: of.customer, useCredits: true, ...more })
}
async function does(id: string, action: string, body: object = {}) {
  world.clock.forward(0.1)
  const answer = await act(world, id, action, body)
  expect([action, answer.status, answer.body.error]).toEqual([action, 200, undefined])
  return answer.body
}
async function carry(id: string, end: 'deliver' | 'fail') {
  for (const event of [
    { type: 'accept', as: 'store', prepMinutes: 15 },
    { type: 'markReady', as: 'store' },
    { type: 'assignRider', as: 'rider', riderId: world.rider.id },
    { type: 'pickUp', as: 'rider' },
  ]) {
    world.clock.forward(0.1)
    await say(world, id, event)
  }
  const { due } = await read(id)
  const last =
    end === 'deliver' ? { reason: 'confirmed-by-phone', ...(due.minor > 0 && { collected: due }) } : { reason: 'customer-unreachable' }
  return does(id, end, last)
}
const kindsOf = async (id: string) =>
  (await world.db.selectFrom('ledger_entry').select('kind').where('entity_id', '=', id).orderBy('id').execute()).map(({ kind }) => kind)
const edit = async (id: string, more: number) => {
  world.clock.forward(0.1)
  const answer = await send(world, id, quantity(more))
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body
}

describe('credits return', () => {
  test.each(['cash', 'captured', 'authorised'] as const)(
    'when an order that was paid %s beside them is called off, and are spent again when it is restored',
    async (way) => {
      const of = await withCredits(world, [6_000, 4_000])
      const { id } = await placed(of, way)
      const before = await read(id)
      expect(before).toMatchObject({ credit: inr(10_000), due: inr(way === 'cash' ? 15_000 : 0) })
      const ended = await does(id, 'cancel', { reason: 'took-too-long' })
      expect([ended.credit, await leftOf(world, of.id)]).toEqual([inr(0), [6_000, 4_000]])
      const restored = await does(id, 'restore', { reason: 'customer-asks' })
      expect(restored).toMatchObject({ credit: inr(10_000), due: before.due, paymentState: before.paymentState })
      expect(await leftOf(world, of.id)).toEqual([0, 0])
      expect((await kindsOf(id)).filter((kind) => kind.startsWith('credit'))).toEqual(['credit-spent', 'credit-returned', 'credit-spent'])
      const { rows } = (await world.app.call(`GET /wallet-credits?customerId=${of.id}&sort=-expiresAt`, { as: world.admin })).body
      const entries = (await world.app.call(`GET /wallet-credits/${rows[0].id}/entries`, { as: world.admin })).body
      expect(
        entries.map(({ kind, amount, order }: { kind: string; amount: { minor: number }; order: { number: string } | null }) => [
          kind,
          amount.minor,
          order?.number,
        ]),
      ).toEqual([
        ['granted', 6_000, undefined],
        ['spent', -6_000, before.number],
        ['returned', 6_000, before.number],
        ['spent', -6_000, before.number],
      ])
    },
  )

  test.each(['cash', 'captured', 'authorised'] as const)(
    'and what was spent elsewhere meanwhile is due at hand-over of one that was paid %s',
    async (way) => {
      const of = await withCredits(world, [10_000])
      const { id } = await placed(of, way)
      await does(id, 'cancel', { reason: 'took-too-long' })
      const cart = await place(world, {
        customer: of.customer,
        payment: { method: 'cash' },
        useCredits: true,
        lines: [{ itemId: world.item.id, quantity: 1 }],
      })
      expect((await read(cart.id)).credit).toEqual(inr(10_000))
      const restored = await does(id, 'restore', { reason: 'customer-asks' })
      expect(restored).toMatchObject({ credit: inr(0), due: inr(way === 'cash' ? 25_000 : 10_000) })
      expect(restored.events.at(-1).note).toContain('₹100')
      expect(await carry(id, 'deliver')).toMatchObject({ status: 'delivered', due: inr(0) })
    },
  )

  test('when it is rejected, and when its delivery fails: at once, whoever bears the rest', async () => {
    const of = await withCredits(world, [10_000])
    const rejected = await placed(of, 'captured')
    await does(rejected.id, 'reject', { reason: 'item-unavailable' })
    expect(await leftOf(world, of.id)).toEqual([10_000])
    const failed = await placed(of, 'captured')
    expect(await carry(failed.id, 'fail')).toMatchObject({
      credit: inr(0),
      paymentState: 'captured',
      refunds: [{ amount: inr(15_000), state: 'requested' }],
    })
    expect(await leftOf(world, of.id)).toEqual([10_000])
    const whole = await withCredits(world, [25_000])
    const paid = await placed(whole, 'captured')
    expect(await carry(paid.id, 'fail')).toMatchObject({ paymentState: 'captured', refunds: [] })
    expect(await leftOf(world, whole.id)).toEqual([25_000])
  })

  test('for some days at least, also of what expired beside them', async () => {
    const of = await withCredits(world, [30_000])
    const { id } = await placed(of, 'cash')
    await world.db.updateTable('wallet_credit').set({ expires_at: world.clock.instant() }).where('customer_id', '=', of.id).execute()
    await world.app.services.jobs.run('expire-credits')
    expect(await leftOf(world, of.id)).toEqual([0])
    await does(id, 'cancel', { reason: 'took-too-long' })
    const credit = await world.db.selectFrom('wallet_credit').selectAll().where('customer_id', '=', of.id).executeTakeFirstOrThrow()
    expect([credit.left_minor, credit.state, credit.expires_at]).toEqual([25_000, 'open', addMinutes(world.clock.instant(), 7 * 24 * 60)])
    const long = await withCredits(world, [10_000])
    const { expires_at } = await world.db
      .selectFrom('wallet_credit')
      .select('expires_at')
      .where('customer_id', '=', long.id)
      .executeTakeFirstOrThrow()
    await does((await placed(long, 'cash')).id, 'cancel', { reason: 'took-too-long' })
    const kept = await world.db
      .selectFrom('wallet_credit')
      .select('expires_at')
      .where('customer_id', '=', long.id)
      .executeTakeFirstOrThrow()
    expect(kept.expires_at).toBe(expires_at)
  })

  test.each(['cash', 'captured', 'authorised'] as const)(
    'as far as an edit leaves less than they paid, after the money of an order paid %s',
    async (way) => {
      const of = await withCredits(world, [40_000])
      const { id } = await placed(of, way, 4)
      expect(await read(id)).toMatchObject({ credit: inr(40_000), total: inr(46_000) })
      const less = await edit(id, 2)
      expect(less).toMatchObject({ total: inr(25_000), credit: inr(25_000), due: inr(0) })
      if (way === 'captured') expect(less.refunds).toMatchObject([{ amount: inr(6_000), method: 'source' }])
      expect(await leftOf(world, of.id)).toEqual([15_000])
      const more = await edit(id, 3)
      expect(more).toMatchObject({ total: inr(35_500), credit: inr(25_000) })
      expect(await leftOf(world, of.id)).toEqual([15_000])
      expect(await carry(id, 'deliver')).toMatchObject({ status: 'delivered', due: inr(0) })
    },
  )
})

describe('a refund', () => {
  const ask = { reasonCode: 'poor-quality' }
  const note = 'By hand'
  test('gives back as credit what credits paid, at once, and as money what was paid in money', async () => {
    const of = await withCredits(world, [6_000, 4_000])
    const { id } = await placed(of, 'captured')
    const early = await act(world, id, 'refunds', { ...ask, method: 'credit', amount: inr(1_000) })
    expect([early.status, early.body.error.reason]).toEqual([422, 'not-by-credit'])
    await carry(id, 'deliver')
    const tooMuch = await act(world, id, 'refunds', { ...ask, method: 'credit', amount: inr(10_001) })
    expect([tooMuch.status, tooMuch.body.error.reason, Object.keys(tooMuch.body.error.fields)]).toEqual([
      422,
      'not-by-credit',
      ['body.method'],
    ])
    for (const method of ['source', 'cash', 'manual']) {
      const beyond = await act(world, id, 'refunds', { ...ask, method, note, amount: inr(15_001) })
      expect([beyond.status, beyond.body.error.reason]).toEqual([422, 'paid-by-credit'])
    }
    const part = await does(id, 'refunds', { ...ask, method: 'credit', amount: inr(7_000) })
    expect(part).toMatchObject({
      paymentState: 'captured',
      refunding: { captured: inr(25_000), credit: inr(10_000), done: inr(7_000), left: inr(18_000) },
    })
    expect(part.refunds).toMatchObject([{ method: 'credit', state: 'done', doneBy: 'Priya Nair' }])
    expect((await leftOf(world, of.id)).reduce((sum, minor) => sum + minor, 0)).toBe(7_000)
    await does(id, 'refunds', { ...ask, method: 'credit', amount: inr(3_000) })
    const whole = await does(id, 'refunds', { ...ask, method: 'source', amount: inr(15_000) })
    expect(whole).toMatchObject({ paymentState: 'refunded', refunding: { left: inr(0) } })
    expect(await leftOf(world, of.id)).toEqual([6_000, 4_000])
    expect((await kindsOf(id)).filter((kind) => kind === 'credit-returned')).toHaveLength(2)
  })
})

describe('whatever is done with orders of one wallet', () => {
  const steps = fc.array(
    fc.record({
      number: fc.nat(10_000),
      what: fc.nat(9),
      way: fc.constantFrom('cash' as const, 'captured' as const, 'authorised' as const),
    }),
    {
      minLength: 8,
      maxLength: 14,
    },
  )
  test('wallets, orders and the ledger say the same of it, and nothing is lost or doubled', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 4 }), async (life, amounts) => {
        const of = await withCredits(world, amounts)
        const ids: string[] = []
        for (const { number, what, way } of life) {
          world.clock.forward(0.1)
          const id = ids[number % Math.max(1, ids.length)]
          if (what < 3 || id === undefined) {
            ids.push((await placed(of, way, 1 + (number % 4))).id)
            continue
          }
          const { status } = await read(id)
          const acts: (() => Promise<unknown>)[] = [
            () => act(world, id, 'cancel', { reason: 'took-too-long' }),
            () => act(world, id, 'restore', { reason: 'customer-asks' }),
            () => send(world, id, quantity(1 + (number % 5))),
            async () => (status === 'pending' || status === 'accepted') && carry(id, number % 2 ? 'deliver' : 'fail'),
            () => act(world, id, 'refunds', { reasonCode: 'poor-quality', method: 'credit', amount: inr(1 + number) }),
            () => act(world, id, 'refunds', { reasonCode: 'poor-quality', method: 'manual', note: 'By hand', amount: inr(1 + number) }),
            async () => {
              await world.db
                .updateTable('wallet_credit')
                .set({ expires_at: world.clock.instant() })
                .where('customer_id', '=', of.id)
                .where('amount_minor', '=', amounts[0] ?? 0)
                .execute()
              await world.app.services.jobs.run('expire-credits')
            },
          ]
          await acts[what - 3]?.()
          const left = await leftOf(world, of.id)
          expect(left.every((minor) => minor >= 0)).toBe(true)
          expect(left.reduce((sum, minor) => sum + minor, 0)).toBeLessThanOrEqual(amounts.reduce((sum, minor) => sum + minor, 0))
        }
        await expectBooked(world)
      }),
      { numRuns: 8 },
    )
  })
})
