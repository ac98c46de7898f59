import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '../../src/db/partitions.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { findMisbooked } from '../../src/modules/ledger/recompute.service.ts'
import { installOrderReference } from '../../src/modules/order/order.install.ts'
import { findBrokenOrders } from '../../src/modules/order/read/invariants.ts'
import { type ApiProcess, askProcess, startApiProcess } from '../api-process.ts'
import { addItem, addStore } from '../factories.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import { everyScope } from '../order-world.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { addChannel, addStaff, type Caller } from '../test-app.ts'
import { type TestDatabase, testDatabase } from '../test-database.ts'
import { type Line, type Moment, openLine } from './gateway-line.ts'

/** So many payments are caught at every step, and there before and after the gateway did it. */
const payments = 20
const patience = { timeout: 60_000, interval: 50 }
const badly = {
  loseRequests: 0.05,
  loseAnswers: 0.1,
  away: 0.05,
  loseCallbacks: 0.2,
  repeatCallbacks: 0.4,
  delayCallbacks: 300,
  settleAfter: 20,
}
const moments: Moment[] = ['before', 'after']

const folder = makeTemporaryFolder()
let database: TestDatabase
let gateway: GatewayProcess
let toGateway: Line
let toApi: Line
let api: ApiProcess
let admin: Caller
let channel: Caller
let kills = 0
const orders: { id: string; total: number }[] = []

beforeAll(async () => {
  database = await testDatabase()
  gateway = await startGateway(badly)
  toGateway = await openLine(gateway.url)
  toApi = await openLine()
  await gateway.ask('PUT /v1/endpoint', { url: `${toApi.url}/api/payments/callbacks/simulated` })
  await database.db
    .insertInto('setting')
    .values({ key: 'order.capture', value: JSON.stringify('handed-over') })
    .execute()
  await ensureCurrentPartitions(database.db, systemClock.instant())
  await installOrderReference(database.db)
  admin = await addStaff(database, { isAdmin: true })
  channel = await addChannel(database, everyScope)
  await start()
}, 60_000)

afterAll(async () => {
  api.child.kill('SIGKILL')
  await api.ended
  toGateway.close()
  toApi.close()
  await gateway.end()
  await database.drop()
  folder.remove()
})

async function start(): Promise<void> {
  api = startApiProcess(folder.path, {
    DATABASE_URL: database.url,
    SIMULATED_GATEWAY_URL: toGateway.url,
    GATEWAY_SECRET: gateway.secret,
  })
  toApi.target = await api.ready
}

async function killAndStart(): Promise<void> {
  api.child.kill('SIGKILL')
  await api.ended
  kills++
  await start()
}

/** Time passes: whatever waits for another try is due. */
const due = () => database.db.updateTable('payment').set({ due_at: sql<string>`now()` }).execute()
const call = async (address: string, body?: object, as = admin) => {
  const { status, body: answer } = await askProcess(api, address, { as, ...(body && { body }) })
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer
}
const staffAct = async (id: string, act: string, body: object = {}) => {
  const { version } = await call(`GET /orders/${id}`)
  return call(`POST /orders/${id}/${act}`, { version, ...body })
}
const standing = async () => {
  const { rows } = await sql<{ stands: string }>`select distinct orders.payment_state || ' ' || payment.state as stands
    from orders join payment on payment.order_id = orders.id`.execute(database.db)
  return rows.map(({ stands }) => stands)
}
/** With everything open, and time that passes, all of them stand so. */
async function settled(stands: string): Promise<void> {
  toGateway.open()
  toApi.open()
  const look = async () => {
    await due()
    return standing()
  }
  await expect.poll(look, patience).toEqual([stands])
}

/** The API is killed while all payments are on their way to the gateway with this, or back. */
async function killAt(path: RegExp, moment: Moment): Promise<void> {
  toGateway.catch({ catches: (method, asked) => method === 'POST' && path.test(asked), moment })
  const look = async () => {
    if (toGateway.caught() === 0) await due()
    return toGateway.caught()
  }
  // What the gateway loses or turns away meanwhile is on its way all the same.
  await expect.poll(look, patience).toBeGreaterThanOrEqual(payments / 2)
  toGateway.cut()
  await killAndStart()
}

test('payments are begun', async () => {
  const store = await addStore(database.db, { packing_minor: 1000 })
  const item = await addItem(database.db, store)
  toGateway.cut()
  for (let number = 0; number < payments; number++) {
    const body = {
      storeId: store.id,
      orderType: 'pickup',
      lines: [{ itemId: item.id, quantity: 1 + (number % 5) }],
      externalId: newId(),
      customer: { name: 'Anjali Menon', phone: '+91 98470 12345' },
      payment: { method: 'online', through: 'gateway' },
    }
    const { id, total } = await call('POST /channel/orders', body, channel)
    orders.push({ id, total: total.minor })
  }
  for (const moment of moments) await killAt(/^\/v1\/payments$/, moment)
  await settled('none pending')
  await expect
    .poll(async () => {
      await due()
      return database.db.selectFrom('payment').select('id').where('checkout', 'is', null).execute()
    }, patience)
    .toEqual([])
  const { payments: known } = await gateway.ask('GET /v1/payments')
  expect(known).toHaveLength(payments)
})

test('the gateway tells that they were paid', async () => {
  toGateway.cut()
  for (const moment of moments) {
    toApi.catch({ catches: () => true, moment })
    const unpaid = await database.db.selectFrom('payment').select(['checkout', 'id']).orderBy('id').execute()
    const half = moment === 'before' ? unpaid.slice(0, payments / 2) : unpaid.slice(payments / 2)
    for (const { checkout } of half) await gateway.pay(checkout)
    await expect.poll(() => toApi.caught(), patience).toBeGreaterThanOrEqual(half.length / 2)
    await killAndStart()
  }
  await settled('authorised authorised')
})

test('they are captured once the orders are handed over', async () => {
  toGateway.cut()
  for (const { id } of orders) {
    await staffAct(id, 'accept', { prepMinutes: 10 })
    await staffAct(id, 'mark-ready')
    await staffAct(id, 'collect')
  }
  for (const moment of moments) await killAt(/\/capture$/, moment)
  await settled('captured captured')
})

test('a part of each goes back', async () => {
  toGateway.cut()
  for (const { id, total } of orders) {
    const amount = { minor: Math.ceil(total / 3), currency: 'INR' }
    await staffAct(id, 'refunds', { amount, reasonCode: 'poor-quality', method: 'source' })
  }
  for (const moment of moments) await killAt(/\/refunds$/, moment)
  await settled('partially_refunded partially_refunded')
  const undone = () => database.db.selectFrom('refund').select(['state', 'failure']).where('state', '<>', 'done').execute()
  await expect
    .poll(async () => {
      await due()
      return undone()
    }, patience)
    .toEqual([])
})

describe('after all of it', () => {
  test('gateway, orders and ledger say the same to the minor unit', async () => {
    const { payments: theirs } = await gateway.ask('GET /v1/payments')
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const captured = sumOf(theirs.map((payment: { captured: number }) => payment.captured))
    const refunds = theirs.flatMap((payment: { refunds: { amount: number; state: string }[] }) => payment.refunds)
    expect(theirs).toHaveLength(payments)
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(orders.map(() => 'done'))
    expect(captured).toBe(sumOf(orders.map(({ total }) => total)))
    const back = sumOf(refunds.map(({ amount }: { amount: number }) => amount))
    expect(back).toBe(sumOf(orders.map(({ total }) => Math.ceil(total / 3))))
    const { rows } = await sql<{ minor: number }>`select sum(amount)::bigint as minor
      from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount) where account = 'gateway'`.execute(
      database.db,
    )
    expect(rows[0]?.minor).toBe(captured - back)
    expect(await findMisbooked(database.db)).toEqual([])
    expect(await findBrokenOrders(database.pool)).toEqual([])
    expect(kills).toBe(8)
  })

  test('and so does a comparison', async () => {
    await sql`update payment set created_at = created_at - interval '10 minutes'`.execute(database.db)
    await call('POST /payment-comparisons', {})
    const last = () =>
      database.db.selectFrom('payment_comparison').select(['payments', 'differences']).orderBy('id', 'desc').limit(1).execute()
    await expect.poll(last, patience).toEqual([{ payments, differences: 0 }])
  })
})
