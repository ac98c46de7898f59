import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer, copyOrder } from '../../../test/factories.ts'
import { fullCustomer, recordsBy } from '../../../test/full-customer.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let officer: Caller
beforeAll(async () => {
  world = await orderWorld()
  officer = await world.app.addStaff({ permissions: ['customer.view', 'customer.edit', 'customer-data.export'] })
})
afterAll(() => world.app.close())

const versionOf = async (id: string) => (await world.app.call(`GET /customers/${id}`, { as: world.admin })).body.version
const ask = async (id: string, as = officer) =>
  world.app.call(`POST /customers/${id}/export-data`, { as, body: { version: await versionOf(id), reason: 'Asked for it by mail' } })
const taskOf = async (id: string, as = officer) => (await world.app.call(`GET /tasks/${id}`, { as })).body
const download = (id: string, as = officer) => world.app.call(`GET /tasks/${id}/file`, { as })

/** All that is written of a customer. */
async function dataOf(id: string) {
  const { status, body } = await ask(id)
  expect([status, body.dataExport?.by]).toEqual([200, expect.any(String)])
  await world.app.services.tasks.runDue()
  const file = await download(body.dataExport.taskId)
  expect([file.status, (await taskOf(body.dataExport.taskId)).reason]).toEqual([200, null])
  const text = typeof file.body === 'string' ? file.body : file.body instanceof Uint8Array ? Buffer.from(file.body).toString() : null
  return { task: body.dataExport.taskId as string, data: text === null ? file.body : JSON.parse(text) }
}

test('all that is held of a customer and of who was merged into them is in the file, and nothing of anybody else', async () => {
  const { app, store, admin } = world
  const { db } = app.database
  const mine = { name: 'Zubaida Quereshi', email: 'zubaida.q@mail.test', consents: '[]', flags: '[]' }
  const { id, orderId, order } = await fullCustomer(world, { ...mine, phone: '+919847300001' })
  const other = await fullCustomer(world, { name: 'Zubaida Q', phone: '+919847300002' })
  const stranger = await fullCustomer(world, { name: 'Yohannan Kurian', phone: '+919847300003', email: 'yohannan@mail.test' })
  expect((await recordsBy(world, admin).merge(other.id, id)).status).toBe(200)
  const mail = { to_name: 'Z', subject: 'Receipt', body: 'Dear Zubaida', status: 'sent' }
  const mailed = [
    { ...mail, id: newId(), to_address: 'Zubaida.Q@mail.test', order_id: orderId },
    { ...mail, id: newId(), to_address: 'zubaida.q@mail.test', order_id: stranger.orderId, body: 'Dear Yohannan' },
    { ...mail, id: newId(), to_address: 'yohannan@mail.test', order_id: null, body: 'Dear Yohannan' },
  ]
  await db.insertInto('mail').values(mailed).execute()
  await sql`insert into ticket_note (id, ticket_id, kind, text, by_name, at) select uuidv7(), ticket.id, said.kind, said.text, 'Asha', now() from ticket,
    (values ('internal', 'Between us'), ('customer', 'We are sorry'), ('store', 'To the store')) as said (kind, text) where ticket.customer_id = ${id}`.execute(
    db,
  )
  await place(world, { customer: { name: 'Zubaida', phone: '98473 00002' }, note: 'Ring twice' })
  const { data } = await dataOf(id)
  const counts = Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, (rows as unknown[]).length]))
  expect(counts).toEqual({
    ...{ records: 2, orders: 3, carts: 2, tickets: 2, feedback: 2, reviews: 2, credits: 2, remedies: 0, devices: 2, mail: 1 },
  })
  expect(data.records).toMatchObject([
    { name: 'Zubaida Quereshi', phone: '+919847300001', email: 'zubaida.q@mail.test' },
    { name: 'Zubaida Q', phone: '+919847300002' },
  ])
  const numbered = ({ number }: { number: string }) => number === order.number
  expect(data.orders.find(numbered)).toMatchObject({ store: store.display_name, status: 'delivered', total: '500.00 INR' })
  const noted = ({ note }: { note?: string }) => note === 'Ring twice'
  expect(data.orders.find(noted)).toMatchObject({
    lines: [{ name: expect.any(String), amount: expect.stringMatching(/^\d+\.\d\d INR$/) }],
    timeline: expect.arrayContaining([expect.objectContaining({ type: 'place' })]),
  })
  expect(data.tickets[0].answers).toMatchObject([{ text: 'We are sorry' }])
  const text = JSON.stringify(data)
  for (const foreign of ['Yohannan', '9847300003', 'Between us', 'To the store', stranger.orderId, stranger.order.number])
    expect(text).not.toContain(foreign)

  const { rows } = await sql<{ reason: string; actor_name: string }>`select reason, actor_name from audit_entry
    where entity = 'customer' and entity_id = ${id} and action = 'exportData'`.execute(db)
  expect(rows).toMatchObject([{ reason: 'Asked for it by mail' }])
})

test('whoever has the grant and reaches everything asks, at a recent proof; the file is theirs alone', async () => {
  const { id } = await addCustomer(world.app.database.db)
  await place(world, { customer: { name: 'Devika', phone: '98473 10001' } })
  const editor = await world.app.addStaff({ permissions: ['customer.view', 'customer.edit', 'customer.export', 'customer.approve'] })
  expect((await ask(id, editor)).status).toBe(401)
  const { id: ofBranch } = await fullCustomer(world)
  const partner = await world.app.addStaff({
    permissions: ['customer.view', 'customer-data.export'],
    scope: { kind: 'branch', ids: [world.store.branch_id] },
  })
  expect((await ask(ofBranch, partner)).body.error.message).toMatch(/all branches/)
  const nameless = { version: await versionOf(id) }
  expect((await world.app.call(`POST /customers/${id}/export-data`, { as: officer, body: nameless })).body.error.fields).toHaveProperty(
    'body.reason',
  )
  const { task } = await dataOf(id)
  expect((await download(task, editor)).status).toBe(404)
  expect((await download(task, world.admin)).status).toBe(404)
})

test('of whoever is erased the file is taken away, one that waits is not written, and none is asked for', async () => {
  const { id } = await addCustomer(world.app.database.db, { name: 'Sosamma Varghese' })
  const { task } = await dataOf(id)
  const { body: waiting } = await ask(id)
  const body = { version: await versionOf(id), reason: 'By mail' }
  expect((await world.app.call(`POST /customers/${id}/ask-erasure`, { as: world.admin, body })).status).toBe(200)
  await world.app.services.jobs.run('erase-customers')
  expect([(await download(task)).status, (await taskOf(task)).file]).toEqual([404, null])
  await world.app.services.tasks.runDue()
  expect(await taskOf(waiting.dataExport.taskId)).toMatchObject({ status: 'failed', reason: 'The customer was erased.' })
  expect((await ask(id)).body.error.reason).toBe('customer-erased')
})

test('why colleagues flagged somebody is not told to them: which flags, since when and until when is', async () => {
  const noted = { flag: 'blocked', reason: 'Claims every order is short', until: null, at: '2026-11-19T08:00:00.000Z', by: 'Asha Officer' }
  const { id } = await addCustomer(world.app.database.db, { flags: JSON.stringify([noted]) })
  const { data } = await dataOf(id)
  expect(data.records[0].flags).toEqual([{ flag: 'blocked', at: noted.at }])
  for (const theirs of [noted.reason, noted.by]) expect(JSON.stringify(data)).not.toContain(theirs)
})

test('a file of two that were one goes as their merge is undone, of whichever record it was asked; one of somebody else stays', async () => {
  const { merge, unmerge } = recordsBy(world, world.admin)
  const [a, b, c, other] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  expect((await merge(a.id, b.id)).status).toBe(200)
  const ofTwo = (await dataOf(b.id)).task
  expect((await merge(b.id, c.id)).status).toBe(200)
  const ofThree = (await dataOf(c.id)).task
  const ofOther = (await dataOf(other.id)).task
  const { body: waiting } = await ask(c.id)
  expect((await unmerge(a.id)).status).toBe(200)
  expect(await Promise.all([ofTwo, ofThree, ofOther].map(async (task) => (await download(task)).status))).toEqual([404, 404, 200])
  expect((await taskOf(ofThree)).file).toBeNull()
  await world.app.services.tasks.runDue()
  const { status, body } = await download(waiting.dataExport.taskId)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain(a.phone)
})

test('a customer of thousands of orders is written some at a time', async () => {
  const { id, order } = await fullCustomer(world)
  await copyOrder(world.app.database.db, order, 3_000)
  const { data } = await dataOf(id)
  expect(data.orders).toHaveLength(3_001)
  expect(new Set(data.orders.map(({ number }: { number: string }) => number)).size).toBe(3_001)
})

/** Every table that is of a customer, or of an order: what the file has of it, or why it has nothing. */
const tables: Readonly<Record<string, string>> = {
  orders: 'orders',
  order_line: 'lines of orders',
  order_event: 'timeline of orders, but what is internal',
  payment: 'payments of orders',
  refund: 'refunds of orders',
  cart: 'carts',
  ticket: 'tickets, with answers to the customer',
  feedback: 'feedback',
  review: 'reviews',
  wallet_credit: 'credits',
  wallet_entry: 'entries of credits',
  remedy: 'remedies',
  device: 'devices',
  mail: 'mail to their address',
  customer_due: 'a queue of ids, empty within seconds',
  customer_merged_row: 'ids alone: which rows were whose',
  cash_deposit_order: 'cash between holder and marketplace',
  cash_held: 'cash between holder and marketplace',
  hand_over_order: 'notes of colleagues for each other',
  item_hold: 'stock of the store',
  misbooked_order: 'checks of the ledger',
  order_external_id: 'ids of programs',
  order_print: 'who of the staff printed what',
  payment_difference: 'comparison with the gateway',
  payment_reference: 'stands in the order',
  rider_earning: 'what a rider earned',
  rider_incident: 'of riders',
}

test('every table that is of a customer or of an order is in the file, or is known not to be', async () => {
  const { rows } = await sql<{ name: string }>`select distinct table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_\\d{4}_\\d{2}$'
      and (column_name in ('customer_id', 'order_id') or (table_name, column_name) = ('device', 'owner_id')) order by 1`.execute(
    world.app.database.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted())
})
