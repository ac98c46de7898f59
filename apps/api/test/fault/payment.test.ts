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
import { fetchAdmitted } from '../fetch-admitted.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import { everyScope } from '../order-world.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { addChannel, addStaff, type Caller } from '../test-app.ts'
import { type TestDatabase, testDatabase } from '../test-database.ts'
import { type Line, type Moment, openLine } from './gateway-line.ts'

const payments = 20
/** So often the process is killed at every step: a half of that before it is done, else when it was done and nobody was told. Each kill interrupts as many payments. */
const killsEach = Number(process.env.KILLS ?? 2)
const interrupted = payments / killsEach
const patient = { timeout: 180_000 + killsEach * 60_000 }
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
const moments: Moment[] = Array.from({ length: killsEach }, (_, number) => (number % 2 === 0 ? 'before' : 'after'))

const folder = makeTemporaryFolder()
let database: TestDatabase
let gateway: GatewayProcess
let toGateway: Line
let toApi: Line
let api: ApiProcess
let admin: Caller
let channel: Caller
let kills = 0
const orders: { id: string; total: number; edited: number }[] = []

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
})

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

/** The gateway's list, asked for as often as it loses or turns away that too. */
async function listed() {
  const ask = () => gateway.ask('GET /v1/payments').catch(() => null)
  let answer = await ask()
  while (!answer?.payments) answer = await ask()
  return answer.payments
}

/** What goes back of each in the end. */
const partBack = ({ edited }: (typeof orders)[number]) => Math.ceil(edited / 3)

/** The API is killed while all payments are on their way to the gateway with this, or back. */
async function killAt(path: RegExp, moment: Moment): Promise<void> {
  toGateway.catch({ catches: (method, asked) => method === 'POST' && path.test(asked), moment, most: interrupted })
  const look = async () => {
    if (toGateway.caught() === 0) await due()
    return toGateway.caught()
  }
  // What the gateway loses or turns away meanwhile is on its way all the same.
  await expect.poll(look, patience).toBe(interrupted)
  toGateway.cut()
  await killAndStart()
}

test('payments are begun', patient, async () => {
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
    orders.push({ id, total: total.minor, edited: total.minor })
  }
  for (const moment of moments) await killAt(/^\/v1\/payments$/, moment)
  await settled('none pending')
  await expect
    .poll(async () => {
      await due()
      return database.db.selectFrom('payment').select('id').where('checkout', 'is', null).execute()
    }, patience)
    .toEqual([])
  expect(await listed()).toHaveLength(payments)
})

test('the gateway tells that they were paid', patient, async () => {
  toGateway.cut()
  const unpaid = await database.db.selectFrom('payment').select(['checkout', 'id']).orderBy('id').execute()
  for (const [round, moment] of moments.entries()) {
    // What the gateway tells again of those before is caught as well.
    toApi.catch({ catches: () => true, moment, most: Number.POSITIVE_INFINITY })
    for (const { checkout } of unpaid.slice(round * interrupted, (round + 1) * interrupted)) await gateway.pay(checkout)
    await expect.poll(() => toApi.caught(), patience).toBeGreaterThanOrEqual(interrupted)
    await killAndStart()
  }
  await settled('authorised authorised')
})

describe('orders are edited', () => {
  /** One more of what was bought or one less, sent until it is answered, with the same key. */
  const edit = (id: string, place: number) => {
    const body = async () => {
      const { version, lines } = await call(`GET /orders/${id}`)
      const change = { lines: [{ type: 'change', line: 1, quantity: lines[0].quantity + (place % 2 === 0 ? 1 : -1) || 2 }] }
      const { total } = await call(`POST /orders/${id}/edit/preview`, change)
      return { ...change, version, expectedTotal: total, reason: 'customer-asks' }
    }
    return body().then((given) => ({ id, given, key: newId() }))
  }
  type Edit = Awaited<ReturnType<typeof edit>>
  const send = ({ id, given, key }: Edit) => {
    const headers = { 'x-api-key': admin.token, 'content-type': 'application/json', 'idempotency-key': key }
    return fetchAdmitted(`${toApi.url}/api/orders/${id}/edit`, { method: 'POST', headers, body: JSON.stringify(given) }).catch(() => null)
  }
  const told = async (id: string) => {
    const { rows } = await sql<{
      edits: number
    }>`select count(*)::int as edits from order_event where order_id = ${id} and type = 'edit'`.execute(database.db)
    return rows[0]?.edits
  }
  /** After the kill each is sent again: it is done once, and the answer is that of the one time. */
  async function done(edits: readonly Edit[], before: number): Promise<void> {
    toApi.open()
    for (const one of edits) {
      expect(await told(one.id)).toBe(before)
      const answer = await send(one)
      expect(answer?.status).toBe(200)
      expect(await answer?.json()).toMatchObject({ total: one.given.expectedTotal })
      expect(await told(one.id)).toBe(1)
    }
  }

  test('killed while it is written', patient, async () => {
    // As many as the process writes at once.
    const atOnce = Math.min(5, interrupted)
    for (let from = 0; from < payments / 2; from += atOnce) {
      const edits = await Promise.all(orders.slice(from, from + atOnce).map(({ id }, place) => edit(id, from + place)))
      const client = await database.pool.connect()
      // It holds its lock while a process starts anew, however long that takes.
      await client.query('begin; set local idle_in_transaction_session_timeout = 0; lock table order_event in share mode')
      for (const one of edits) void send(one)
      const waiting = async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%update orders%'`.execute(database.db)
        return rows[0]?.waiting
      }
      await expect.poll(waiting, patience).toBe(atOnce)
      await killAndStart()
      await client.query('rollback')
      client.release()
      await done(edits, 0)
    }
  })

  test('killed when it was written and nobody was told', patient, async () => {
    for (let from = payments / 2; from < payments; from += interrupted) {
      const edits = await Promise.all(orders.slice(from, from + interrupted).map(({ id }, place) => edit(id, from + place)))
      toApi.catch({ catches: (method, path) => method === 'POST' && path.endsWith('/edit'), moment: 'after', most: interrupted })
      for (const one of edits) void send(one)
      await expect.poll(() => toApi.caught(), patience).toBe(edits.length)
      await killAndStart()
      await done(edits, 1)
    }
  })

  test('what they come to now is what they were told', async () => {
    for (const order of orders) order.edited = (await call(`GET /orders/${order.id}`)).total.minor
    expect(orders.filter(({ total, edited }) => edited > total).length).toBeGreaterThan(0)
    expect(orders.filter(({ total, edited }) => edited < total).length).toBeGreaterThan(0)
  })
})

test('they are captured once the orders are handed over', patient, async () => {
  toGateway.cut()
  for (const { id } of orders) {
    await staffAct(id, 'accept', { prepMinutes: 10 })
    await staffAct(id, 'mark-ready')
    const { due } = await call(`GET /orders/${id}`)
    await staffAct(id, 'collect', { ...(due.minor > 0 && { collected: due }) })
  }
  for (const moment of moments) await killAt(/\/capture$/, moment)
  await settled('captured captured')
})

test('a part of each goes back', patient, async () => {
  toGateway.cut()
  for (const order of orders) {
    const amount = { minor: partBack(order), currency: 'INR' }
    const { id } = order
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
    const theirs = await listed()
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const captured = sumOf(theirs.map((payment: { captured: number }) => payment.captured))
    const refunds = theirs.flatMap((payment: { refunds: { amount: number; state: string }[] }) => payment.refunds)
    expect(theirs).toHaveLength(payments)
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(orders.map(() => 'done'))
    // What an edit made more was taken at the counter, what it made less was not captured.
    expect(captured).toBe(sumOf(orders.map(({ total, edited }) => Math.min(total, edited))))
    const back = sumOf(refunds.map(({ amount }: { amount: number }) => amount))
    expect(back).toBe(sumOf(orders.map(partBack)))
    const { rows } = await sql<{ minor: number }>`select sum(amount)::bigint as minor
      from ledger_entry cross join lateral unnest(accounts, amounts) as posted (account, amount) where account = 'gateway'`.execute(
      database.db,
    )
    expect(rows[0]?.minor).toBe(captured - back)
    expect(await findMisbooked(database.db)).toEqual([])
    expect(await findBrokenOrders(database.pool)).toEqual([])
    // At edits some are killed while they are written, a few at once, and as many when they were.
    expect(kills).toBe(4 * killsEach + Math.max(2, killsEach / 2) + killsEach / 2)
  })

  test('and so does a comparison', async () => {
    await sql`update payment set created_at = created_at - interval '10 minutes'`.execute(database.db)
    await call('POST /payment-comparisons', {})
    // Time passes, and the gateway, which is away or loses what it is asked, is asked as often as it takes.
    const last = async () => {
      await sql`update task set start_after = now(), failures = 0 where kind = 'compare-payments' and finished_at is null`.execute(
        database.db,
      )
      return database.db.selectFrom('payment_comparison').select(['payments', 'differences']).orderBy('id', 'desc').limit(1).execute()
    }
    await expect.poll(last, patience).toEqual([{ payments, differences: 0 }])
  })
})
