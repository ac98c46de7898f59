import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOrder } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let accountant: Caller
beforeAll(async () => {
  world = await orderWorld()
  accountant = await world.app.addStaff({ permissions: ['finance.view', 'finance.edit', 'order.view'] })
})
afterAll(() => world.app.close())

/** The next night, and what the job does in it. */
async function night(): Promise<void> {
  world.clock.forward(24 * 60)
  await world.app.services.jobs.run('check-ledger')
}
const call = (address: string, as: Caller = accountant, body?: object) => world.app.call(address, { as, ...(body && { body }) })
const last = async () => (await call('GET /ledger/checks/last')).body.last
const listed = async (query = '', as: Caller = accountant) => (await call(`GET /ledger/misbooked-orders?${query}`, as)).body.rows
const messages = () =>
  world.db
    .selectFrom('event')
    .select(['permission', 'branch_id', 'store_id', 'payload'])
    .where('kind', '=', 'message')
    .orderBy('id')
    .execute()
/** What a superuser does to the ledger in the database itself, past its refusals. */
async function tamper(orderId: string, change: string): Promise<void> {
  await world.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`${sql.raw(change)} where entity_id = ${orderId}`.execute(transaction)
  })
}
const inr = (minor: number) => ({ minor, currency: 'INR' })

test('a night on which everything is booked as it stands bothers nobody', async () => {
  await place(world)
  await night()
  expect(await last()).toEqual({ finishedAt: world.clock.instant(), orders: 1, misbooked: 0 })
  expect([await listed(), await messages()]).toEqual([[], []])
})

test('a second look in the same night is none', async () => {
  const before = await last()
  world.clock.forward(30)
  await world.app.services.jobs.run('check-ledger')
  expect(await last()).toEqual(before)
})

test('a posting that was tampered with is found and named, told once where its order is, and corrected by an entry of its own', async () => {
  const { id, number } = await place(world)
  await tamper(id, `update ledger_entry set amounts = case kind when 'captured' then array[-24000, 24000] else amounts end`)
  for (const _ of ['the night', 'the next']) await night()
  expect(await last()).toMatchObject({ misbooked: 1 })
  const [row] = await listed('status=open')
  const lacks = [
    { account: 'gateway', debit: inr(1000), credit: null },
    { account: 'customers', debit: null, credit: inr(1000) },
  ]
  expect(row).toMatchObject({ order: { id, name: number }, status: 'open', lacks, note: null })
  const told = await messages()
  expect(told).toMatchObject([{ permission: 'finance.view', branch_id: world.branch.id, store_id: world.store.id }])
  expect(told[0]?.payload).toMatchObject({
    tone: 'error',
    title: `${number} is booked otherwise than it stands`,
    entity: 'order',
    entityId: id,
  })

  const correct = (body: object, as = accountant) => call(`POST /ledger/misbooked-orders/${row.id}/correct`, as, body)
  expect((await correct({ version: 1, reason: '' })).body.error.fields).toHaveProperty(['body.reason'])
  const viewer = await world.app.addStaff({ permissions: ['finance.view'] })
  expect((await correct({ version: 1, reason: 'Mine' }, viewer)).status).toBe(401)
  expect((await correct({ version: 1, reason: 'Somebody was in the database' })).body).toMatchObject({ status: 'corrected', lacks })
  expect((await correct({ version: 2, reason: 'Again' })).status).toBe(409)
  const { body } = await call(`GET /ledger/entries?orderId=${id}&kind=corrected`)
  expect(body.rows).toMatchObject([{ kind: 'corrected', postings: lacks }])
  await night()
  expect(await last()).toMatchObject({ misbooked: 0 })
  expect(await listed('status=open')).toEqual([])
})

test('a correction beyond the limit of a role is asked for, and booked once another person approves it', async () => {
  const { id } = await place(world)
  await tamper(id, `update ledger_entry set amounts = case kind when 'captured' then array[-23000, 23000] else amounts end`)
  await night()
  const [row] = await listed(`status=open&orderId=${id}`)
  const clerkOf = (minor: number) =>
    world.app.addStaff({ permissions: ['finance.view', 'finance.edit', 'approval.view'], limits: { 'finance.edit': minor } })
  const clerk = await clerkOf(1_999)
  const checker = await world.app.addStaff({ permissions: ['finance.view', 'finance.approve', 'approval.view'] })
  const body = { version: row.version, reason: 'Somebody was in the database' }
  const correct = (as: Caller) => call(`POST /ledger/misbooked-orders/${row.id}/correct`, as, body)
  const refused = await correct(clerk)
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'needs-approval'])
  expect(await listed(`status=open&orderId=${id}`)).toHaveLength(1)

  const request = { operation: 'misbooked-order.correct', params: { id: row.id }, body, reason: 'It is beyond mine' }
  const asked = await call('POST /approvals', clerk, request)
  expect(asked.body).toMatchObject({ title: 'Correction in the ledger: ₹20.00', status: 'pending' })
  const approve = (as: Caller) => call(`POST /approvals/${asked.body.id}/approve`, as, { version: asked.body.version })
  expect((await approve(clerk)).status).toBe(409)
  expect((await approve(checker)).status).toBe(200)
  expect(await listed(`orderId=${id}`)).toMatchObject([{ status: 'corrected', note: body.reason }])
  expect((await call(`GET /ledger/entries?orderId=${id}&kind=corrected`)).body.rows).toHaveLength(1)
  expect((await correct(clerk)).body.error.reason).not.toBe('needs-approval')
})

test('a correction within the limit needs nobody else', async () => {
  const { id } = await place(world)
  await tamper(id, `update ledger_entry set amounts = case kind when 'captured' then array[-23000, 23000] else amounts end`)
  await night()
  const [row] = await listed(`status=open&orderId=${id}`)
  const clerk = await world.app.addStaff({ permissions: ['finance.view', 'finance.edit'], limits: { 'finance.edit': 2_000 } })
  const body = { version: row.version, reason: 'A drill' }
  expect((await call(`POST /ledger/misbooked-orders/${row.id}/correct`, clerk, body)).body).toMatchObject({ status: 'corrected' })
})

test('an entry that was taken away is found on the day, and gone once it is back', async () => {
  const { id } = await place(world)
  await sql`create table kept as select * from ledger_entry where entity_id = ${id}`.execute(world.db)
  await tamper(id, 'delete from ledger_entry')
  // The older ones are through for this time.
  await sql`update ledger_check set reached_order = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`.execute(world.db)
  await night()
  const [row] = await listed('status=open')
  expect(row.lacks.map(({ account }: { account: string }) => account)).toEqual(['gateway', 'open-orders'])
  await world.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`insert into ledger_entry select * from kept`.execute(transaction)
  })
  await sql`drop table kept`.execute(world.db)
  await night()
  expect((await call(`GET /ledger/misbooked-orders/${row.id}`)).body).toMatchObject({ status: 'gone', version: 2 })
})

test('of what did not change some are looked at in every night, all of them in time', async () => {
  const { id } = await place(world)
  await night()
  // Nothing says that it changed: its numbers are behind what was looked at.
  await sql`update ledger_check set reached_entry = (select max(id) from ledger_entry)`.execute(world.db)
  await tamper(id, 'update ledger_entry set amounts = array[1, -1]')
  await night()
  expect(await listed('status=open')).toMatchObject([{ order: { id } }])
  await call(`POST /ledger/misbooked-orders/${(await listed('status=open'))[0].id}/correct`, accountant, { version: 1, reason: 'A drill' })
})

test('an order of before the ledger is none of them until it is reached', async () => {
  const { id } = await addOrder(world.db, world.store, { at: world.clock.instant(), payment_state: 'captured' })
  await sql`insert into ledger_backfill (last_id, reached, orders) select max(id::text)::uuid, '00000000-0000-0000-0000-000000000000', 1 from orders`.execute(
    world.db,
  )
  const before = await last()
  await night()
  expect(await last(), 'by itself it waits until all are booked').toEqual(before)
  await call('POST /ledger/checks', accountant, {})
  await world.app.services.tasks.runDue()
  expect(await last()).toMatchObject({ orders: 0, misbooked: 0 })
  await sql`delete from ledger_backfill`.execute(world.db)
  await night()
  expect(await listed('status=open')).toMatchObject([{ order: { id } }])
})

describe('who sees it', () => {
  test('whoever may view finance, within their branch or store; how the check went, whoever reaches everything', async () => {
    const [row] = await listed('status=open')
    const near = await world.app.addStaff({ permissions: ['finance.view'], scope: { kind: 'store', ids: [world.store.id] } })
    const elsewhere = await world.app.addStaff({ permissions: ['finance.view'], scope: { kind: 'store', ids: [world.item.id] } })
    expect((await listed('', near)).length).toBe((await listed()).length)
    expect(await listed('', elsewhere)).toEqual([])
    expect((await call(`GET /ledger/misbooked-orders/${row.id}`, elsewhere)).status).toBe(404)
    expect((await call('GET /ledger/checks/last', near)).body).toEqual({ last: null })
    expect((await call('POST /ledger/checks', near, {})).status).toBe(422)
    const nobody = await world.app.addStaff({ permissions: ['order.view'] })
    expect((await call('GET /ledger/misbooked-orders', nobody)).body.error).toMatchObject({ reason: 'missing-permission' })
  })
})

test('somebody may ask for it now, as a task', async () => {
  const { id } = await place(world)
  await act(world, id, 'cancel', { reason: 'took-too-long' })
  const { body } = await call('POST /ledger/checks', accountant, {})
  await world.app.services.tasks.runDue()
  const task = await world.db.selectFrom('task').select(['status', 'reason']).where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(task).toMatchObject({ status: 'done' })
  expect(await last()).toMatchObject({ finishedAt: world.clock.instant(), misbooked: 1 })
})
