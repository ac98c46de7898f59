import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOrder } from '../../../test/factories.ts'
import { countsOf, fullCustomer, none, one, recordsBy, two } from '../../../test/full-customer.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let { read, merge, unmerge }: ReturnType<typeof recordsBy> = {} as never
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({
    permissions: ['customer.view', 'customer.edit', 'customer.reveal', 'order.view', 'ticket.view', 'refund.view', 'order.create'],
  })
  await world.app.database.db
    .insertInto('order_reason')
    .values({ id: newId(), kind: 'ticket', code: 'other', label: 'Something', party: 'customer' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  ;({ read, merge, unmerge } = recordsBy(world, care))
})
afterAll(() => world.app.close())

const openTicket = (customerId: string) =>
  world.app.call('POST /tickets', {
    as: world.admin,
    body: { topicCode: 'other', priority: 'normal', queue: 'care', text: 'Called', customerId },
  })
const counts = (id: string) => countsOf(world, id)

test('two who merge at once leave one that goes on, and an order that comes meanwhile is its', async () => {
  const { database } = world.app
  const [a, b] = [await fullCustomer(world), await fullCustomer(world)]
  const both = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const [from, goes] = both[0]?.status === 200 ? [a, b] : [b, a]
  expect([await counts(from.id), await counts(goes.id)]).toEqual([none, two])

  const c = await fullCustomer(world)
  let merging: ReturnType<typeof merge> | undefined
  let placing: ReturnType<typeof place> | undefined
  let opening: ReturnType<typeof openTicket> | undefined
  await whileHeld(database, 'lock table customer_merged_row in share mode', async () => {
    merging = merge(c.id, goes.id)
    await isWaitedFor(database)
    placing = place(world, { customer: { name: 'C', phone: c.phone } })
    opening = openTicket(c.id)
    await isWaitedFor(database, 3)
  })
  expect([(await merging)?.status, (await opening)?.status]).toEqual([200, 200])
  const { id } = (await placing) ?? { id: '' }
  expect((await world.app.call(`GET /orders/${id}`, { as: world.admin })).body.customer.id).toBe(goes.id)
  expect(await counts(c.id)).toEqual(none)
})

test('whichever goes into whichever, the first of the two is locked before the other', async () => {
  const { database } = world.app
  const [first, second] = [await fullCustomer(world), await fullCustomer(world)]
  const waitsWithoutTheOther = async (act: () => Promise<unknown>) => {
    let acting: Promise<unknown> | undefined
    await whileHeld(database, `select from customer where id = '${first.id}' for update`, async () => {
      acting = act()
      await isWaitedFor(database)
      await expect(sql`select id from customer where id = ${second.id} for update nowait`.execute(database.db)).resolves.toBeDefined()
    })
    expect(await acting).toMatchObject({ status: 200 })
  }
  await waitsWithoutTheOther(() => merge(second.id, first.id))
  await waitsWithoutTheOther(() => unmerge(second.id))
  await waitsWithoutTheOther(() => merge(first.id, second.id))
  await waitsWithoutTheOther(() => unmerge(first.id))
})

test('many who merge the same ones either way, and undo it, are done or refused, and nobody is told to come back', async () => {
  const people = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  const either = async (from: number, into: number) => {
    const [one, other] = [people[from] as { id: string }, people[into] as { id: string }]
    return Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
  }
  const opposite = (await Promise.all(Array.from({ length: 20 }, () => either(0, 1)))).flat()
  const reasons = opposite.map(({ status, body }) => [status, body.error?.reason])
  expect(reasons.filter(([status]) => status === 200)).toHaveLength(1)
  for (const [status, reason] of reasons.filter(([each]) => each !== 200))
    expect([status, ['changed-meanwhile', 'customer-merged'].includes(String(reason))]).toEqual([409, true])

  const pairs = Array.from({ length: 40 }, (_, at) => [at % 4, (at + 1 + (at % 3)) % 4] as const)
  const mixed = await Promise.all(
    pairs.flatMap(([from, into], at) => [
      merge((people[from] as { id: string }).id, (people[into] as { id: string }).id),
      ...(at % 4 === 0 ? [unmerge((people[into] as { id: string }).id)] : []),
    ]),
  )
  // Whom one goes into may be another one by then, which is said at its field.
  for (const { status, body } of mixed) expect([200, 409, 422], JSON.stringify(body.error)).toContain(status)
  const { rows } = await sql<{
    broken: number
  }>`select count(*)::int as broken from customer where id = any(${people.map(({ id }) => id)}::uuid[])
    and (merged_records <> (select count(*) from customer as led where led.merged_into = customer.id)
      or merged_into in (select id from customer where merged_into is not null))`.execute(world.app.database.db)
  expect(rows[0]?.broken).toBe(0)
})

test('an order by the number of one that was merged before waits for whoever it went on in to be merged', async () => {
  const { database } = world.app
  const [a, b, c] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  await merge(a.id, b.id)
  let merging: ReturnType<typeof merge> | undefined
  let placing: ReturnType<typeof place> | undefined
  await whileHeld(database, 'lock table customer_merged_row in share mode', async () => {
    merging = merge(b.id, c.id)
    await isWaitedFor(database)
    placing = place(world, { customer: { name: 'A', phone: a.phone } })
    await isWaitedFor(database, 2)
  })
  expect((await merging)?.status).toBe(200)
  const { id } = (await placing) ?? { id: '' }
  expect((await world.app.call(`GET /orders/${id}`, { as: world.admin })).body.customer.id).toBe(c.id)
})

test('a device that is registered meanwhile is of the one that goes on, of whichever record it was', async () => {
  const { database } = world.app
  const [a, b, c] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  await database.db
    .updateTable('orders')
    .set({ channel_id: world.channel.id ?? null })
    .where('id', 'in', [a.orderId, b.orderId])
    .execute()
  await merge(a.id, b.id)
  const register = ({ id }: { id: string }) =>
    world.app.call('POST /channel/devices', {
      as: world.channel,
      body: { ownerKind: 'customer', ownerId: id, platform: 'web', pushToken: newId() },
    })
  let merging: ReturnType<typeof merge> | undefined
  let registering: ReturnType<typeof register>[] = []
  // The entry comes last: the devices that were there have been taken along.
  await whileHeld(database, 'lock table audit_entry in share mode', async () => {
    merging = merge(b.id, c.id)
    await isWaitedFor(database)
    registering = [register(a), register(b)]
    await isWaitedFor(database, 3)
  })
  expect((await merging)?.status).toBe(200)
  expect((await Promise.all(registering)).map(({ status }) => status)).toEqual([200, 200])
  expect([await counts(a.id), await counts(b.id), (await counts(c.id)) as object]).toMatchObject([none, none, { devices: 5 }])
})

test('a merge whose connection is cut leaves either as it was, and is done when it is sent again', async () => {
  const { database } = world.app
  const [a, b] = [await fullCustomer(world), await fullCustomer(world)]
  let merging: ReturnType<typeof merge> | undefined
  await whileHeld(database, 'lock table customer_merged_row in share mode', async () => {
    merging = merge(a.id, b.id)
    await isWaitedFor(database)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database.db,
    )
    expect((await merging).status).toBeGreaterThanOrEqual(500)
  })
  expect([await counts(a.id), await counts(b.id), (await read(a.id)).mergedInto]).toEqual([one, one, null])
  expect((await merge(a.id, b.id)).status).toBe(200)
  expect([await counts(a.id), await counts(b.id)]).toEqual([none, two])
})

test('one with thousands of orders is merged in one unit, by index, and broken off it is as before', async () => {
  const { db } = world.app.database
  const [a, b] = [await fullCustomer(world), await fullCustomer(world)]
  await copyOrder(db, a.order, 5_000)
  await sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`.execute(db)
  await sql`create trigger break_off before insert on customer_due for each statement when (pg_trigger_depth() = 0) execute function break_off()`.execute(
    db,
  )
  expect((await merge(a.id, b.id)).status).toBe(500)
  await sql`drop function break_off cascade`.execute(db)
  expect(await counts(b.id)).toEqual(one)
  expect((await merge(a.id, b.id)).status).toBe(200)
  expect([await counts(a.id), await counts(b.id)]).toMatchObject([{ orders: 0 }, { orders: 5_002 }])
  expect((await unmerge(a.id)).status).toBe(200)
  expect([await counts(a.id), await counts(b.id)]).toMatchObject([{ orders: 5_001 }, { orders: 1 }])
})
