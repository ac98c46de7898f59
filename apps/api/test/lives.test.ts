import { type Order, orderContract, type Refund } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMisbooked } from '../src/modules/ledger/recompute.service.ts'
import { findBrokenOrders } from '../src/modules/order/read/invariants.ts'
import { addBranch, addItem, addRider, addStore } from './factories.ts'
import { newOrder, type OrderWorld, orderWorld, paidOnline, place } from './order-world.ts'

/** How many steps, and drawn from which number: `LIVES_STEPS=200000 LIVES_SEED=7 npm run vitest -- run --project api test/lives`. */
const steps = Number(process.env.LIVES_STEPS ?? 400)
const seed = Number(process.env.LIVES_SEED ?? 1)
const stepsOfLife = 24

interface Place {
  world: Pick<OrderWorld, 'store' | 'item'>
  weighed: string
  rider: string
  currency: string
}
let world: OrderWorld
const places: Place[] = []
const reasons = new Map<string, string[]>()

beforeAll(async () => {
  world = await orderWorld()
  for (const currency of ['INR', 'JPY', 'KWD']) {
    const branch = await addBranch(world.db, { currency })
    const store = await addStore(world.db, { branch, packing_minor: 700 })
    const item = await addItem(world.db, store, { tax_ppm: 180_000, price_minor: 1999 })
    const weighed = await addItem(world.db, store, { unit: 'kg', price_minor: 3333 })
    const rider = await addRider(world.db, branch)
    places.push({ world: { store, item }, weighed: weighed.id, rider: rider.id, currency })
  }
  const { body } = await world.app.call('GET /orders/reasons', { as: world.admin })
  for (const { kind, code } of body) reasons.set(kind, [...(reasons.get(kind) ?? []), code])
})
afterAll(() => world.app.close())

const paths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(orderContract).flatMap(([act, { path }]) =>
    path.startsWith('/orders/:id/') ? [[act, path.replace('/orders/:id/', '')]] : [],
  ),
)
const money = (minor: number, { total: { currency } }: Order) => ({ minor, currency })
const oneOf = <T>(those: readonly T[], number: number): T | undefined => those[number % Math.max(1, those.length)]
const bears = (number: number) => ({ store: number % 101, platform: 100 - (number % 101), rider: 0 })

/** What each act is sent with, besides the version; null where there is nothing to send. */
const bodies: Record<string, (order: Order, number: number, at: Place) => object | null> = {
  accept: (_, number) => ({ prepMinutes: 1 + (number % 60) }),
  startPreparing: () => ({}),
  markReady: () => ({}),
  packWeights: ({ lines }, number) => {
    const open = lines.filter(({ orderedGrams }) => orderedGrams !== null)
    return open.length > 0
      ? {
          lines: open.map(({ line, orderedGrams }) => ({
            line,
            packedGrams: Math.max(1, Math.round(((orderedGrams ?? 0) * (50 + (number % 100))) / 100)),
          })),
        }
      : null
  },
  assignRider: (_, __, at) => ({ riderId: at.rider }),
  pickUp: () => ({ reason: 'phone-off' }),
  deliver: ({ due }) => ({ reason: 'confirmed-by-phone', ...(due.minor > 0 && { collected: due }) }),
  collect: ({ due }) => (due.minor > 0 ? { collected: due } : {}),
  cancel: (_, number) => ({ reason: oneOf(reasons.get('cancel') ?? [], number) }),
  reject: (_, number) => ({ reason: oneOf(reasons.get('reject') ?? [], number) }),
  fail: (_, number) => ({ reason: oneOf(reasons.get('fail') ?? [], number) }),
  restore: (_, number) => ({ reason: oneOf(reasons.get('restore') ?? [], number) }),
  refund: (order, number) => {
    const { left, lines } = order.refunding
    const by = number % 2 === 0 ? 'source' : 'manual'
    const line = oneOf(lines, number)
    const what =
      number % 3 === 0 && line
        ? { lines: [{ line: line.line, quantity: 1 }] }
        : { amount: money(number % 7 === 0 ? left.minor : 1 + (number % 900), order) }
    return { ...what, reasonCode: 'poor-quality', method: by, note: 'Through the bank', bears: bears(number) }
  },
}
const ofRefunds = ['approveRefund', 'sendRefund', 'completeRefund', 'failRefund', 'retryRefund', 'declineRefund'] as const
for (const act of ofRefunds)
  bodies[act] = ({ refunds }, number) => {
    const refund: Refund | undefined = oneOf(refunds, number)
    return refund ? { refundId: refund.id, ...(act === 'approveRefund' && { bears: bears(number) }) } : null
  }

/** An edit for the total that its preview tells. */
async function editOf(order: Order, number: number, at: Place): Promise<object | null> {
  const line = oneOf(order.lines, number)?.line ?? 1
  const quantity = 1 + (number % 4)
  const wishes = [
    { lines: [{ type: 'change', line, quantity }] },
    { lines: [{ type: 'remove', line }] },
    { lines: [{ type: 'add', itemId: at.world.item.id, quantity }] },
    { lines: [{ type: 'substitute', line, itemId: at.world.item.id, quantity }] },
    { tip: money(number % 500, order) },
  ]
  const edit = oneOf(wishes, number) ?? {}
  const { status, body } = await world.app.call(`POST /orders/${order.id}/edit/preview`, { as: world.admin, body: edit })
  return status === 200 && body.problems.length === 0 ? { ...edit, expectedTotal: body.total, reason: 'customer-asks' } : null
}

const rare: ReadonlySet<string> = new Set(['packWeights', 'refund', 'completeRefund'])
const done = new Map<string, number>()
/** Does what may be done and was drawn; whatever the answer is, it is none that nobody foresaw. */
async function step(id: string, number: number, at: Place): Promise<boolean> {
  const order: Order = (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
  const possible = order.allowed
    .filter(({ action, because }) => because === null && (action in bodies || action === 'edit'))
    .map(({ action }) => action)
  // Rarely possible, so drawn the more often.
  const act = oneOf([...possible, ...possible.filter((each) => rare.has(each))], number)
  if (!act) return false
  const drawn = Math.floor(number / 16)
  const body = act === 'edit' ? await editOf(order, drawn, at) : bodies[act]?.(order, drawn, at)
  if (!body) return true
  const answer = await world.app.call(`POST /orders/${id}/${paths[act] ?? act}`, {
    as: world.admin,
    body: { version: order.version, ...body },
  })
  expect([200, 409, 422], `${act} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  if (answer.status === 200) done.set(act, (done.get(act) ?? 0) + 1)
  return true
}

async function begin(number: number, at: Place): Promise<string> {
  const payments = [{ method: 'cash' }, paidOnline(), paidOnline('authorised')]
  const lines = [
    { itemId: at.world.item.id, quantity: 1 + (number % 3) },
    { itemId: at.weighed, quantity: 1, grams: 300 + (number % 900) },
  ]
  const given = {
    payment: oneOf(payments, number),
    lines: number % 4 < 2 ? lines : lines.slice(0, 1),
    ...(number % 2 === 0 && { orderType: 'pickup', address: undefined }),
  }
  return (await place({ ...world, ...at.world }, newOrder({ ...world, ...at.world }, given))).id
}

test(
  `random lives of orders on the database, drawn from ${seed}: paid, edited, weighed, refunded, collected, ended and brought back`,
  async () => {
    const drawn = fc.sample(fc.nat(1_000_000), { seed, numRuns: steps })
    for (let from = 0; from < drawn.length; from += stepsOfLife) {
      const life = drawn.slice(from, from + stepsOfLife)
      const at = oneOf(places, life[0] ?? 0) as Place
      const id = await begin(Math.floor((life[0] ?? 0) / 3), at)
      for (const number of life) {
        world.clock.forward(0.05)
        if (!(await step(id, number, at))) break
      }
    }
    expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
    expect(await findMisbooked(world.db)).toEqual([])
    const { rows } = await sql<{ currency: string; sum: number }>`select currency, sum(debit_minor - credit_minor)::bigint as sum from (
    select currency, debit_minor, credit_minor from ledger_balance where scope_id = '00000000-0000-0000-0000-000000000000'
    union all select currency, debit_minor, credit_minor from ledger_balance_delta) as figure group by 1 order by 1`.execute(world.db)
    expect(rows).toEqual(['INR', 'JPY', 'KWD'].map((currency) => ({ currency, sum: 0 })))
    for (const act of ['edit', 'packWeights', 'refund', 'completeRefund', 'cancel', 'restore'])
      expect(done.get(act) ?? 0, `${act} of ${JSON.stringify([...done])}`).toBeGreaterThan(0)
  },
  Math.max(120_000, steps * 200),
)
