import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer, addStore } from '../../../test/factories.ts'
import { countsOf, fullCustomer, none, one, recordsBy, two } from '../../../test/full-customer.ts'
import { type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let care: Caller
let { read, post, merge, unmerge }: ReturnType<typeof recordsBy> = {} as never
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({
    permissions: ['customer.view', 'customer.edit', 'customer.reveal', 'order.view', 'ticket.view', 'refund.view', 'order.create'],
  })
  ;({ read, post, merge, unmerge } = recordsBy(world, care))
})
afterAll(() => world.app.close())

const idsOf = ({ body }: { body: { rows: { id: string }[] } }) => body.rows.map(({ id }) => id)
const fold = () => sql`select fold_customer_due()`.execute(world.app.database.db)

test('all that one has goes to the other, who goes on for both numbers; undone, each has what was theirs, and what came since stays', async () => {
  const { db } = world.app.database
  const [from, into] = [
    await fullCustomer(world, { phone: '+919847100001', name: 'Anu M', email: 'anu@mail.test' }),
    await fullCustomer(world, { phone: '+919847100002', name: 'Anu Mathew' }),
  ]
  await post(from.id, 'flag', { version: 1, flag: 'no-cash', reason: 'Twice not at home' })
  const merged = await merge(from.id, into.id)
  expect([merged.status, merged.body.mergedInto]).toEqual([200, into.id])
  await fold()
  expect([await countsOf(world, from.id), await countsOf(world, into.id)]).toEqual([none, two])
  expect(await read(into.id)).toMatchObject({
    name: 'Anu Mathew',
    email: 'anu@mail.test',
    orders: 2,
    delivered: 2,
    value: { minor: 100_000 },
    flags: [{ flag: 'no-cash' }],
    mergedRecords: 1,
  })
  expect(await read(from.id)).toMatchObject({ orders: 0, value: null })
  // Both and nothing else are one change set.
  const { rows: entries } = await sql<{ entity_id: string }>`select entity_id from audit_entry
    where change_set_id = (select change_set_id from audit_entry where entity_id = ${from.id} and action = 'merge')`.execute(db)
  expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual([from.id, into.id].toSorted())

  // A new order, a caller and a cart by the number of the one that was merged are the other's, and what was noted of either is obeyed.
  const order = await place(world, { customer: { name: 'Anu', phone: '98471 00001' } })
  expect((await db.selectFrom('orders').select('customer_id').where('id', '=', order.id).executeTakeFirstOrThrow()).customer_id).toBe(
    into.id,
  )
  expect((await read(from.id)).orders).toBe(0)
  const { body: found } = await world.app.call('POST /phone-orders/caller', { as: care, body: { phone: '98471 00001' } })
  expect(found.caller).toMatchObject({ id: into.id, flags: ['no-cash'] })
  const { body: cash } = await world.app.call('POST /channel/orders', {
    as: world.channel,
    body: {
      storeId: world.store.id,
      orderType: 'pickup',
      lines: [{ itemId: world.item.id, quantity: 2 }],
      externalId: newId(),
      customer: { name: 'Anu', phone: '98471 00001' },
      payment: { method: 'cash' },
    },
  })
  expect(JSON.stringify(cash)).toContain('cash-not-taken')
  const byPhone = await world.app.call('GET /orders?q=9847100001', { as: world.admin })
  expect(idsOf(byPhone)).toContain(from.orderId)
  // Lists have whoever goes on, found by either number and either name, and the record that was merged for whoever asks for it.
  const listed = async (query: string) => idsOf(await world.app.call(`GET /customers?${query}`, { as: care }))
  for (const q of ['9847100001', '9847100002', 'anu m', 'anu@mail.test']) expect([q, await listed(`q=${q}`)]).toEqual([q, [into.id]])
  expect(await listed(`mergedInto=${into.id}`)).toEqual([from.id])
  expect(await listed('merged=only')).toEqual([from.id])
  const { id: segmentId } = (await world.app.call('GET /segments?q=New', { as: world.admin })).body.rows[0]
  expect(await listed(`segmentId=${segmentId}`)).not.toContain(from.id)
  for (const act of ['flag', 'consent', 'merge'] as const)
    expect(
      (
        await post(from.id, act, {
          version: (await read(from.id)).version,
          ...{
            flag: { flag: 'watch', reason: 'x' },
            consent: { channel: 'sms', isGiven: true, source: 'x' },
            merge: { into: { id: into.id, version: 1 } },
          }[act],
        })
      ).body.error.reason,
    ).toBe('customer-merged')

  const undone = await unmerge(from.id)
  expect([undone.status, undone.body.mergedInto]).toEqual([200, null])
  await fold()
  expect([await countsOf(world, from.id), await countsOf(world, into.id)]).toEqual([one, { ...one, orders: 2 }])
  expect(await read(into.id)).toMatchObject({ orders: 2, email: null, flags: [], mergedRecords: 0 })
  expect(await read(from.id)).toMatchObject({ orders: 1, email: 'anu@mail.test', flags: [{ flag: 'no-cash' }], value: { minor: 50_000 } })
})

test('what is noted of both meanwhile holds of each once it is undone, and it is not undone while both are to be erased', async () => {
  const [into, from] = [
    await addCustomer(world.app.database.db, { name: 'Devi M' }),
    await addCustomer(world.app.database.db, { name: 'Devi Menon' }),
  ]
  expect((await merge(from.id, into.id)).status).toBe(200)
  world.clock.forward(1)
  const blocked = await post(into.id, 'flag', { version: (await read(into.id)).version, flag: 'blocked', reason: 'Never pays' })
  expect(blocked.status).toBe(200)
  await sql`update customer set erasure = 'asked', erasure_reason = 'x', erasure_asked_at = now(), erasure_asked_by = 'x' where id = ${into.id}`.execute(
    world.app.database.db,
  )
  const refused = await unmerge(from.id)
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'not-allowed-now'])
  await sql`update customer set erasure = null, erasure_reason = null, erasure_asked_at = null, erasure_asked_by = null where id = ${into.id}`.execute(
    world.app.database.db,
  )
  expect((await unmerge(from.id)).status).toBe(200)
  for (const { id } of [into, from]) expect(await read(id)).toMatchObject({ flags: [{ flag: 'blocked' }] })
})

test('who was merged goes on in whoever goes on last; each step is undone by itself', async () => {
  const [a, b, c] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  expect((await merge(a.id, b.id)).status).toBe(200)
  expect((await merge(b.id, c.id)).status).toBe(200)
  expect((await read(a.id)).mergedInto).toBe(c.id)
  expect(await countsOf(world, c.id)).toMatchObject({ orders: 3, credits: 15_000 })
  const order = await place(world, { customer: { name: 'A', phone: a.phone } })
  expect((await world.app.call(`GET /orders/${order.id}`, { as: world.admin })).body.customer.id).toBe(c.id)
  expect((await unmerge(b.id)).status).toBe(200)
  expect((await read(a.id)).mergedInto).toBe(b.id)
  expect([await countsOf(world, b.id), await countsOf(world, c.id)]).toMatchObject([{ orders: 2 }, { orders: 2, credits: 5_000 }])
  expect((await unmerge(a.id)).status).toBe(200)
  expect([await countsOf(world, a.id), await countsOf(world, b.id)]).toEqual([one, one])
})

test('what comes later of one that was merged is of the one that goes on, by whatever door', async () => {
  const { app, store, channel, item } = world
  const [from, into] = [await fullCustomer(world, { phone: '+919847100003' }), await fullCustomer(world)]
  await merge(from.id, into.id)
  const sent = async (address: string, body: object, as: Caller) => expect((await app.call(address, { as, body })).status).toBe(200)
  await sent('POST /channel/carts', { cartId: newId(), storeId: store.id, type: 'opened', customerPhone: from.phone }, channel)
  await sent('POST /channel/feedback', { externalId: newId(), customerPhone: from.phone, kind: 'praise', text: 'Good' }, channel)
  await app.database.db
    .updateTable('orders')
    .set({ channel_id: channel.id ?? null })
    .where('id', '=', from.orderId)
    .execute()
  await sent('POST /channel/devices', { ownerKind: 'customer', ownerId: from.id, platform: 'web', pushToken: newId() }, channel)
  expect(await countsOf(world, from.id)).toEqual(none)
  expect(await countsOf(world, into.id)).toEqual({ ...two, carts: 3, feedback: 3, devices: 3 })
  // An order by either number is paid from the one wallet, which every app tells that serves either.
  const lines = [{ itemId: item.id, quantity: 2 }]
  const quoted = await app.call('POST /channel/quotes', {
    as: channel,
    body: { storeId: store.id, orderType: 'pickup', lines, customerPhone: from.phone, useCredits: true },
  })
  expect(quoted.body.credit ?? quoted.body).toMatchObject({ minor: 10_000 })
})

test('undone out of the midst of a chain, a record is its own again whatever is undone after it', async () => {
  const [a, b, c] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  await merge(a.id, b.id)
  await merge(b.id, c.id)
  expect((await unmerge(a.id)).status).toBe(200)
  expect([await countsOf(world, a.id), await countsOf(world, c.id)]).toEqual([one, two])
  await merge(a.id, c.id)
  expect([(await unmerge(b.id)).status, (await read(a.id)).mergedInto]).toEqual([200, c.id])
  expect([await countsOf(world, a.id), await countsOf(world, b.id), await countsOf(world, c.id)]).toEqual([none, one, two])
  expect([(await read(b.id)).mergedRecords, (await read(c.id)).mergedRecords]).toEqual([0, 1])
})

test('of either the stricter flag holds and no agreement comes by it; undone, each has its own words', async () => {
  const { db } = world.app.database
  const flag = (name: string, until: string | null) => ({ flag: name, reason: 'x', until, at: '2026-11-01T08:00:00.000Z', by: 'Asha' })
  const said = (channel: string, isGiven: boolean) => ({ channel, isGiven, source: 'x', at: '2026-11-01T08:00:00.000Z' })
  const words = (flags: object[], consents: object[]) => ({ flags: JSON.stringify(flags), consents: JSON.stringify(consents) })
  const from = await addCustomer(db, words([flag('blocked', null)], [said('sms', false), said('email', true)]))
  const own = [[flag('blocked', '2099-01-01T00:00:00.000Z'), flag('no-cash', null)], [said('sms', true)]] as const
  const into = await addCustomer(db, words([...own[0]], [...own[1]]))
  expect((await merge(from.id, into.id)).status).toBe(200)
  const merged = await read(into.id)
  expect(merged.flags).toMatchObject([{ flag: 'no-cash' }, { flag: 'blocked', until: null }])
  expect(merged.consents).toMatchObject([{ channel: 'sms', isGiven: false }])
  await unmerge(from.id)
  const { flags, consents } = await read(into.id)
  expect([flags, consents]).toEqual([[own[0][1], own[0][0]], [...own[1]]])
})

test('whoever sees one branch merges and undoes what they see, and nothing that they do not', async () => {
  const { db } = world.app.database
  const [a, b] = [await fullCustomer(world), await fullCustomer(world)]
  const stranger = await addCustomer(db)
  const partner = await world.app.addStaff({
    permissions: ['customer.view', 'customer.edit', 'customer.reveal'],
    scope: { kind: 'branch', ids: [world.store.branch_id] },
  })
  const elsewhere = await world.app.addStaff({
    permissions: ['customer.view', 'customer.edit'],
    scope: { kind: 'branch', ids: [(await addStore(db)).branch_id] },
  })
  expect((await post(a.id, 'merge', { version: 1, into: { id: stranger.id, version: 1 } }, partner)).body.error.fields).toEqual({
    'body.into.id': 'does not exist',
  })
  expect((await post(a.id, 'merge', { version: 1, into: { id: b.id, version: 1 } }, elsewhere)).status).toBe(404)
  expect((await post(a.id, 'merge', { version: 1, into: { id: b.id, version: 1 } }, partner)).body).toMatchObject({ mergedInto: b.id })
  expect((await read(a.id, partner)).mergedInto).toBe(b.id)
  expect((await world.app.call(`GET /customers/${a.id}`, { as: elsewhere })).status).toBe(404)
  const undone = await post(a.id, 'unmerge', { version: (await read(a.id)).version, reason: 'Two' }, partner)
  expect([undone.status, undone.body.mergedInto]).toEqual([200, null])
})

test('none is merged into itself, into one that is merged or erased, or out of reach; nothing of it has happened then', async () => {
  const [a, b, c] = [await fullCustomer(world), await fullCustomer(world), await fullCustomer(world)]
  const into = (id: string, version: number) => post(a.id, 'merge', { version: 1, into: { id, version } })
  expect((await into(a.id, 1)).body.error.fields).toEqual({ 'body.into.id': 'is the one that is merged' })
  expect((await into(newId(), 1)).body.error.fields).toEqual({ 'body.into.id': 'does not exist' })
  expect((await into(b.id, 9)).body.error.fields).toEqual({ 'body.into.version': 'was changed meanwhile: look at it as it is now' })
  await merge(b.id, c.id)
  expect((await into(b.id, 2)).body.error.fields).toEqual({ 'body.into.id': 'was merged itself: name the one that goes on' })
  await post(a.id, 'ask-erasure', { version: 1, reason: 'By mail' }, world.admin)
  expect((await post(a.id, 'merge', { version: 2, into: { id: c.id, version: 2 } })).body.error.message).toBe('Its erasure was asked for.')
  const waits = await post(c.id, 'merge', { version: 2, into: { id: a.id, version: 2 } })
  expect(waits.body.error.fields).toEqual({ 'body.into.id': 'waits for its erasure' })
  await sql`update customer set merged_records = 20 where id = ${c.id}`.execute(world.app.database.db)
  expect(await countsOf(world, a.id)).toEqual(one)
  const clerk = await world.app.addStaff({ permissions: ['customer.view'] })
  expect((await post(c.id, 'merge', { version: 2, into: { id: a.id, version: 2 } }, clerk)).status).toBe(401)
})
