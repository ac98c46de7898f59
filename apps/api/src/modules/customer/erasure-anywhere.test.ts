import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasing } from '../../../test/erasing.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { whereTold } from '../../../test/what-is-kept.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
  const topic = { id: newId<'order-reason'>(), kind: 'ticket', code: 'other', label: 'Something', party: 'customer' }
  await world.app.database.db
    .insertInto('order_reason')
    .values(topic)
    .onConflict((c) => c.doNothing())
    .execute()
  await call('POST /tickets', {
    topicCode: 'other',
    priority: 'normal',
    queue: 'care',
    text: 'A caller',
    storeId: world.store.id,
    lines: [],
  })
})
afterAll(() => world.app.close())

const { call, read, buyer, erase } = erasing(() => world)

test('in whatever column and writing: quotes, capitals of every language, numbers however they are grouped, lists and documents', async () => {
  const { db } = world.app.database
  const name = 'Óscar "Gigi" Ávila'
  const id = await buyer(name, '+919847512001')
  const other = await buyer('Sister One', '+919847512002')
  const who = `${name} 98475\u00a012001`
  const typed = JSON.stringify({ text: `About\n${name} again` })
  await call('POST /drafts', { resource: 'tickets', name: 'd', step: 0, typed })
  await call('POST /saved-views', { resource: 'customers', name: 'v4', query: { q: name }, isShared: false })
  await call(`POST /customers/${other}/flag`, { version: (await read(other)).version, flag: 'watch', reason: `sister of ${who}` })
  await call(`POST /customers/${other}/consent`, {
    version: (await read(other)).version,
    channel: 'sms',
    isGiven: false,
    source: `told by ${who}`,
  })
  await sql`update store set open_mode_reason = ${`waits for ${who}`}`.execute(db)
  await sql`insert into segment (id, name, description) values (uuidv7(), 'S', ${`like ${who}`})`.execute(db)
  await sql`insert into mail (id, to_address, to_name, subject, body, status) values
    (uuidv7(), 'shop@mail.test', 'Shop', 'An order', ${`It is of ÓSCAR "GIGI" ÁVILA, 98475\u2011 12001 or 98475\u201312001, 98475,12001, 98475\u200912001`}, 'kept')`.execute(
    db,
  )
  await sql`update orders set note = ${`swap with ${who}`} where customer_id = ${other}`.execute(db)
  await sql`update store set special_days = ${JSON.stringify([{ date: '2026-12-24', closed: true, hours: [], note: `the wedding of ${who}` }])}`.execute(
    db,
  )
  await sql`update order_status set customer_text = ${`As ${who} wished`} where status = 'ready'`.execute(db)
  await sql`update orders set discounts = ${JSON.stringify([{ label: `Welcome, ${name}!` }])} where customer_id = ${other}`.execute(db)
  await sql`insert into refund (id, order_id, amount_minor, currency, reason, cause, method, state, store_minor, platform_minor, rider_minor, reference, created_at, updated_at)
    select uuidv7(), id, 100, 'INR', 'goodwill', 'request', 'manual', 'done', 0, 100, 0, ${`UPI ${who}`}, now(), now() from orders where customer_id = ${other}`.execute(
    db,
  )
  // Of two that are called after them neither hinders the other.
  for (const called of [name, `${name} 98475 12001`, 'Óscar  "GIGI" Ávila'])
    await sql`insert into segment (id, name) values (uuidv7(), ${called})`.execute(db)
  await sql`insert into macro (id, name, text, audience, sort, active) values (uuidv7(), ${`For ${who}`}, 'Dear', 'internal', 1, true)`.execute(
    db,
  )
  // As they were written above, each by itself.
  const numbers = ['\u00a0', '\u2011 ', '\u2013', ',', '\u2009'].map((between) => `98475${between}12001`)
  const words = ['gigi', ...numbers]
  for (const number of numbers) expect(await whereTold(world, [number]), number).not.toEqual([])
  expect((await whereTold(world, words)).length).toBeGreaterThan(20)
  await erase(id)
  expect((await read(id)).erasure.state).toBe('done')
  expect(await whereTold(world, words)).toEqual([])
  const { rows: segments } = await sql<{
    name: string
    id: string
  }>`select name, id from segment where name like '%[erased]%' order by id`.execute(db)
  const called = ['[erased]', '[erased] [erased]', '[erased]']
  expect(segments.map((segment) => segment.name)).toEqual(called.map((left, at) => `${left} ${segments[at]?.id.slice(-6)}`))
  const { typed: kept } = await db.selectFrom('draft').select('typed').executeTakeFirstOrThrow()
  expect(JSON.parse(kept)).toEqual({ text: 'About\n[erased] again' })
})

test('what is written while somebody is erased is gone over once more before it is done, and no ticket is opened for them', async () => {
  const { database } = world.app
  const id = await buyer('Wilhelmina Joseph', '+919847513001')
  const other = await place(world, { customer: { name: 'Anil', phone: '+919847513002' }, orderType: 'pickup', address: undefined })
  await call(`POST /customers/${id}/ask-erasure`, { version: (await read(id)).version, reason: 'By mail' })
  let erasing: Promise<void> | undefined
  // By then orders and macros were gone through once.
  await whileHeld(database, 'lock table store_document in share row exclusive mode', async () => {
    erasing = world.app.services.jobs.run('erase-customers')
    await isWaitedFor(database)
    await sql`update orders set note = 'Swap with Wilhelmina Joseph, 98475 13001' where id = ${other.id}`.execute(database.db)
    await sql`insert into macro (id, name, text, audience, sort, active) values (uuidv7(), 'Hers', 'Dear Wilhelmina Joseph', 'internal', 1, true)`.execute(
      database.db,
    )
  })
  await erasing
  expect((await read(id)).erasure.state).toBe('done')
  expect(await whereTold(world, ['wilhelmina', '98475 13001'])).toEqual([])
  const draft = { topicCode: 'other', priority: 'normal', queue: 'care', text: 'Wilhelmina', customerId: id, lines: [] }
  const refused = await world.app.call('POST /tickets', { as: world.admin, body: draft })
  expect([refused.status, refused.body.error.fields['body.customerId']]).toEqual([422, 'was erased'])
})

test('what somebody was about to write who waited for a row that the erasure held is gone over as well', async () => {
  const { database } = world.app
  const id = await buyer('Philomena Kurian', '+919847515001')
  const other = await buyer('Anil Two', '+919847515002')
  const { id: order } = await database.db.selectFrom('orders').select('id').where('customer_id', '=', id).executeTakeFirstOrThrow()
  const flagged = await place(world, { customer: { name: 'Anil', phone: '+919847515003' }, orderType: 'pickup', address: undefined })
  await sql`update orders set note = 'Swap with Philomena Kurian' where id = ${flagged.id}`.execute(database.db)
  await call(`POST /customers/${id}/ask-erasure`, { version: (await read(id)).version, reason: 'By mail' })
  let all: Promise<unknown>[] = []
  await whileHeld(database, 'lock table store_document in share row exclusive mode', async () => {
    all = [world.app.services.jobs.run('erase-customers')]
    await isWaitedFor(database)
    all.push(call(`POST /orders/${order}/notes`, { text: 'Philomena called, 98475 15001', isInternal: true }))
    all.push(call(`POST /orders/${flagged.id}/notes`, { text: 'Ask Philomena Kurian', isInternal: true }))
    await isWaitedFor(database, 3)
  })
  await Promise.all(all)
  expect((await read(id)).erasure.state).toBe('done')
  expect(await whereTold(world, ['philomena', '98475 15001'])).toEqual([])
  expect((await read(other)).name).toBe('Anil Two')
})

test('what a ticket was opened for is told with the one that it was merged into for as long as its customer is there', async () => {
  const [id, other] = [await buyer('Zubaida', '+919847514001'), await buyer('Farook', '+919847514002')]
  const topic = { topicCode: 'other', priority: 'normal', queue: 'care', storeId: world.store.id, lines: [] }
  const theirs = await call('POST /tickets', { ...topic, customerId: id, text: 'Lives at 12 Rosevilla' })
  const into = await call('POST /tickets', { ...topic, customerId: other, text: 'Waits as well' })
  await call(`POST /tickets/${theirs.id}/merge`, { version: theirs.version, intoId: into.id, otherCustomer: true })
  const notes = async () => JSON.stringify(await call(`GET /tickets/${into.id}/notes`))
  expect(await notes()).toContain('Rosevilla')
  await erase(id)
  expect((await read(id)).erasure.state).toBe('done')
  expect(await whereTold(world, ['rosevilla', 'zubaida'])).toEqual([])
  expect(await notes()).not.toContain('Rosevilla')
})
