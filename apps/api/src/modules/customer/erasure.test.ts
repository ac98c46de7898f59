import { erasureEffect, maskPhone, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKeys } from '#modules/audit/audit-key.ts'
import { sealAudit } from '#modules/audit/audit-seal.service.ts'
import { verifyAudit } from '#modules/audit/audit-verify.service.ts'
import { addCustomer, addOrder } from '../../../test/factories.ts'
import { recordsBy } from '../../../test/full-customer.ts'
import { isWaitedFor, whileHeld } from '../../../test/held.ts'
import { act, home, type OrderWorld, orderWorld, place, say } from '../../../test/order-world.ts'
import { type Caller, testConfig } from '../../../test/test-app.ts'
import { books, whereTold } from '../../../test/what-is-kept.ts'

let world: OrderWorld
let care: Caller
beforeAll(async () => {
  world = await orderWorld()
  care = await world.app.addStaff({
    name: 'Care Admin',
    permissions: ['customer.view', 'customer.edit', 'customer.export', 'customer.reveal', 'approval.view', 'audit.view', 'order.view'],
  })
})
afterAll(() => world.app.close())

/** Nobody else is called so, lives there or has this number. */
const person = { name: 'Zubaida Quereshi', phone: '+91 98470 55667', email: 'zubaida.q@mail.test' }
const address = { ...home, line1: '7 Jasmine Terrace', line2: 'behind the Lighthouse', instructions: 'Ring for Zubaida twice' }
/** As any of it may stand in what is kept, in whatever writing. */
const told = [
  'zubaida',
  'quereshi',
  '9847055667',
  '98470 55667',
  'zubaida.q@mail.test',
  'jasmine terrace',
  'lighthouse',
  '98••• ••667',
  '9.9613',
  'noorjehan haneef',
]

const ok = async (address: string, body: object, as: Caller = world.admin) => {
  const answer = await world.app.call(address, { as, body, headers: { 'idempotency-key': newId() } })
  expect([address, answer.status, answer.body.error]).toEqual([address, 200, undefined])
  return answer.body
}
const customerOf = async (id: string, as = world.admin) => (await world.app.call(`GET /customers/${id}`, { as })).body
const eraseDue = () => world.app.services.jobs.run('erase-customers')

async function deliver(id: string): Promise<void> {
  for (const [action, body] of [
    ['accept', { prepMinutes: 15 }],
    ['start-preparing', {}],
    ['mark-ready', {}],
    ['assign-rider', { riderId: world.rider.id }],
    ['pick-up', { reason: 'phone-off' }],
    ['deliver', { reason: 'confirmed-by-phone' }],
  ] as const)
    expect([action, (await act(world, id, action, body)).status]).toEqual([action, 200])
}

/** Everything that may come to be of one person, by the doors that it comes in by. */
async function lived() {
  const { app, channel, store, item, admin } = world
  const { db } = app.database
  const customer = { name: person.name, phone: person.phone }
  const given = { customer, address, note: 'Zubaida is allergic to nuts' }
  const first = await place(world, given)
  const { customer_id: id } = await db.selectFrom('orders').select('customer_id').where('id', '=', first.id).executeTakeFirstOrThrow()
  if (id === null) throw new Error('an order has its customer')
  await ok(`POST /orders/${first.id}/messages`, { to: 'customer', text: 'Dear Zubaida, the rider is on the way' })
  await deliver(first.id)
  const second = await place(world, { customer: { ...customer, name: 'Z. Quereshi' }, orderType: 'pickup', address: undefined })
  await act(world, second.id, 'accept', { prepMinutes: 15 })
  await act(world, second.id, 'cancel', { reason: 'changed-mind', note: 'Mrs Quereshi called from 98470-55667' })
  const version = async () => (await customerOf(id)).version
  await ok(`PATCH /customers/${id}`, {
    version: await version(),
    email: person.email,
    addresses: [{ ...address, point: { lat: 9.9613, lng: 76.26 } }],
  })
  await ok(`POST /customers/${id}/flag`, { version: await version(), flag: 'watch', reason: 'Zubaida disputes everything' })
  await ok(`POST /customers/${id}/consent`, {
    version: await version(),
    channel: 'email',
    isGiven: true,
    source: 'Mail of zubaida.q@mail.test',
  })
  await ok(`POST /customers/${id}/reveal`, { field: 'phone', reason: 'Zubaida asked to be called back' })
  await ok('POST /channel/devices', { ownerKind: 'customer', ownerId: id, platform: 'web', pushToken: 'push-zubaida-1' }, channel)
  const cartId = newId()
  await ok(
    'POST /channel/carts',
    { cartId, storeId: store.id, type: 'opened', customerPhone: person.phone, deviceToken: 'zubaida-web' },
    channel,
  )
  await ok(`POST /carts/${cartId}/message`, { version: 1, text: 'Zubaida, still hungry?' })
  await ok('POST /channel/reviews', { orderId: first.id, food: 4, text: 'Zubaida says: good' }, channel)
  await ok(
    'POST /channel/feedback',
    { externalId: newId(), orderId: first.id, kind: 'complaint', text: 'Zubaida was not amused, call 98470 55667' },
    channel,
  )
  const topic = { topicCode: 'other', priority: 'normal', queue: 'care' }
  await db
    .insertInto('order_reason')
    .values({ id: newId(), kind: 'ticket', code: 'other', label: 'Something', party: 'customer' })
    .onConflict((c) => c.doNothing())
    .execute()
  const ticket = await ok('POST /tickets', { ...topic, text: 'Zubaida Quereshi called', orderId: first.id, lines: [] })
  const note = await ok(`POST /tickets/${ticket.id}/note`, { version: ticket.version, text: 'Zubaida lives at 7 Jasmine Terrace' })
  await ok(`POST /tickets/${ticket.id}/answer`, { version: note.version, to: 'customer', text: 'Dear Zubaida, sorry' })
  await ok(`POST /orders/${first.id}/receipt-mails`, { to: person.email })
  await ok('POST /drafts', {
    resource: 'ticket',
    name: 'Zubaida Quereshi',
    step: 1,
    typed: JSON.stringify({ text: 'Call 98470 55667', customerId: id }),
  })
  await ok('POST /saved-views', { resource: 'customer', name: 'Her', query: { q: '9847055667' }, isShared: false })
  await ok('POST /customers/export', { format: 'csv', query: { q: 'zubaida quereshi' } })
  await app.services.tasks.runDue()
  await ok('POST /phone-orders/caller', { phone: person.phone })
  // Called otherwise for a while, and told of beside what is theirs.
  await ok(`PATCH /customers/${id}`, { version: await version(), name: 'Noorjehan Haneef' })
  await ok(`PATCH /customers/${id}`, { version: await version(), name: person.name })
  const neighbour = await place(world, {
    customer: { name: 'Anil Thomas', phone: '+919847088012' },
    address: { ...home, line1: '9 Palm Road', instructions: 'Or with zubaida.q@mail.test' },
    note: 'Leave it with Zubaida Quereshi, 98470-55667',
  })
  await act(world, neighbour.id, 'accept', { prepMinutes: 15 })
  await act(world, neighbour.id, 'cancel', { reason: 'changed-mind', note: 'Noorjehan Haneef took it' })
  const { version: itemVersion } = (await app.call(`GET /items/${item.id}`, { as: admin })).body
  await ok(`PATCH /items/${item.id}`, { version: itemVersion, description: 'As Zubaida Quereshi cooks it' })
  const mode = { mode: 'paused', until: null, reason: 'Zubaida Quereshi found it shut' }
  const { version: storeVersion } = (await app.call(`GET /stores/${store.id}`, { as: admin })).body
  const paused = await ok(`POST /stores/${store.id}/open-mode`, { version: storeVersion, ...mode })
  await ok(`POST /stores/${store.id}/open-mode`, { version: paused.version, mode: 'open' })
  await say(world, first.id, { type: 'delivered' })
  expect(item.id).toBeTruthy()
  return { id, first: first.id, second: second.id, neighbour: neighbour.id, admin }
}

test('of somebody who is erased nothing is left in any column of any table, and the books say what they said', async () => {
  const { id, first, neighbour } = await lived()
  const { db } = world.app.database
  const keys = auditKeys(testConfig)
  await sealAudit(db, keys)
  const [before, where] = [await books(world), await whereTold(world, told)]
  // What the test is worth: they are told of in this many places.
  expect(where.length).toBeGreaterThan(25)

  const { version } = await customerOf(id)
  const body = { version, reason: 'Zubaida Quereshi asked for it by mail' }
  const refused = await world.app.call(`POST /customers/${id}/ask-erasure`, { as: care, body })
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'needs-approval'])
  const asked = await ok(
    'POST /approvals',
    { operation: 'customer.askErasure', params: { id }, body, reason: 'By mail of zubaida.q@mail.test' },
    care,
  )
  // Whose it is and what comes of it, for whoever approves it; their number in part.
  const request = await world.app.call(`GET /approvals/${asked.id}`, { as: world.admin })
  const known = await customerOf(id)
  expect(request.body).toMatchObject({ about: `${known.name}, ${maskPhone(known.phone)}`, effect: erasureEffect })
  expect(request.body.about).not.toContain(known.phone)
  // Nobody is offered to ask for it again.
  const again = known.allowed.find(({ action }: { action: string }) => action === 'askErasure')
  expect(again?.because).toBe('Care Admin asked for approval already: Erase a customer. That comes first.')
  await ok(`POST /approvals/${asked.id}/approve`, { version: asked.version })
  expect((await customerOf(id)).erasure).toMatchObject({
    state: 'asked',
    by: 'Care Admin',
    waitsFor: [
      expect.stringMatching(/^Order .* may still be restored\.$/),
      expect.stringMatching(/^A refund of order .* has not been given back yet\.$/),
    ],
  })
  await sql`update refund set state = 'done', done_at = now()`.execute(db)
  await eraseDue()
  expect((await customerOf(id)).erasure).toMatchObject({ state: 'asked' })
  world.clock.forward(31)
  // Broken off at the very end, nothing of it has happened.
  await sql`create function break_off() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`.execute(db)
  await sql`create trigger break_off before update on idempotency_key for each statement execute function break_off()`.execute(db)
  await expect(eraseDue()).rejects.toThrow('broken off')
  await sql`drop function break_off cascade`.execute(db)
  expect(await whereTold(world, told)).toEqual(expect.arrayContaining(where))
  await eraseDue()

  expect(await whereTold(world, told)).toEqual([])
  expect(await books(world)).toEqual(before)
  const erased = await customerOf(id)
  const pseudonym = `Erased customer ${id.slice(-6).toUpperCase()}`
  expect(erased).toMatchObject({ name: pseudonym, phone: '', email: null, addresses: [], flags: [], consents: [], orders: 2 })
  expect(erased.erasure).toMatchObject({ state: 'done', waitsFor: [], reason: '[erased] asked for it by mail' })
  const counts = Object.fromEntries(erased.erasure.rows.map(({ kind, rows }: { kind: string; rows: number }) => [kind, rows]))
  expect(counts).toMatchObject({
    customer: 1,
    order: 2,
    ticket: 1,
    'ticket-note': 2,
    feedback: 1,
    review: 1,
    device: 1,
    cart: 1,
    mail: 3,
    task: 1,
  })
  const { body: order } = await world.app.call(`GET /orders/${first}`, { as: world.admin })
  expect(order).toMatchObject({ customerName: pseudonym, customerPhone: '', address: null, note: null })

  // Of others it took what named them, and left the rest.
  const theirs = (await world.app.call(`GET /orders/${neighbour}`, { as: world.admin })).body
  expect(theirs).toMatchObject({
    ...{ customerName: 'Anil Thomas', customerPhone: '+919847088012', note: 'Leave it with [erased], [erased]' },
    address: { line1: '9 Palm Road', instructions: 'Or with [erased]' },
  })
  const { rows: others } = await sql<{ note: string }>`select new ->> 'end_note' as note from audit_entry
    where entity = 'order' and entity_id = ${neighbour} and action = 'cancel'`.execute(db)
  expect(others).toEqual([{ note: '[erased] took it' }])

  // The record is sound: what was taken out of it is known to have been, and everything else is as it was sealed.
  await sealAudit(db, keys)
  expect((await verifyAudit(db, keys)).broken).toBeNull()

  // A hand in the database that empties an entry in the same way has no key to sign it with.
  const { rows } = await sql<{
    id: number
  }>`select id from audit_entry where entity = 'order' and new is not null order by id limit 1`.execute(db)
  const [entry] = rows
  await db
    .transaction()
    .execute(async (transaction) => {
      await sql`set local larder.erasing = 'on'`.execute(transaction)
      await sql`update audit_entry set new = '{"forged": true}' where id = ${entry?.id}`.execute(transaction)
      const redaction = newId()
      await sql`insert into redacted_entry select ${redaction}, id, audit_entry_digest(audit_entry) from audit_entry where id = ${entry?.id}`.execute(
        transaction,
      )
      await sql`insert into audit_redaction select ${redaction}, now(), 1, digest, key, mac from audit_redaction limit 1`.execute(
        transaction,
      )
      expect((await verifyAudit(transaction, keys)).broken).toMatchObject({
        table: 'audit_entry',
        id: entry?.id,
        because: 'its content was changed',
      })
      // Even so nothing but what it says may be changed of one.
      await sql`update audit_entry set actor_name = 'Somebody' where id = ${entry?.id}`.execute(transaction)
    })
    .catch((error: Error) => expect(error.message).toMatch(/alone/))
  await expect(sql`update audit_entry set new = '{}' where id = ${entry?.id}`.execute(db)).rejects.toThrow('append-only')
})

const asked = async (given: Parameters<typeof addCustomer>[1] = {}) => {
  const customer = await addCustomer(world.app.database.db, given)
  const body = { version: 1, reason: 'Asked for it' }
  await ok('POST /approvals', { operation: 'customer.askErasure', params: { id: customer.id }, body, reason: 'By mail' }, care).then(
    ({ id, version }) => ok(`POST /approvals/${id}/approve`, { version }),
  )
  return customer
}

test('who is erased can neither be changed nor erased again, and their number is somebody new', async () => {
  const customer = await asked({ phone: '+919847099123', name: 'Devika Rajan' })
  const again = await world.app.call(`POST /customers/${customer.id}/ask-erasure`, {
    as: world.admin,
    body: { version: 2, reason: 'Once more' },
  })
  expect([again.status, again.body.error.message]).toEqual([409, 'Its erasure was asked for already.'])
  await eraseDue()
  for (const [verb, body] of [
    ['PATCH', { name: 'Devika' }],
    ['flag', { flag: 'watch', reason: 'Again' }],
    ['consent', { channel: 'sms', isGiven: true, source: 'Call' }],
    ['ask-erasure', { reason: 'Again' }],
  ] as const) {
    const address = verb === 'PATCH' ? `PATCH /customers/${customer.id}` : `POST /customers/${customer.id}/${verb}`
    const refused = await world.app.call(address, { as: world.admin, body: { version: 3, ...body } })
    expect([verb, refused.status, refused.body.error.reason]).toEqual([verb, 409, 'customer-erased'])
  }
  const order = await place(world, { customer: { name: 'Latha', phone: '98470 11223' } })
  const buyer = (await world.app.call(`GET /orders/${order.id}`, { as: world.admin })).body.customer
  expect(buyer).toMatchObject({ name: 'Latha', orders: 1 })
  expect(buyer.id).not.toBe(customer.id)
})

test('with whoever goes on those are erased who were merged into them, and no merge of these is undone', async () => {
  const { read, merge, unmerge } = recordsBy(world, world.admin)
  const other = { name: 'Yohannan', phone: '+919847066778', email: 'yohannan.k@mail.test' }
  const { id: from } = await addCustomer(world.app.database.db, {
    ...other,
    addresses: JSON.stringify([{ ...home, line1: '12 Lotus Lane' }]),
  })
  const { id: into } = await addCustomer(world.app.database.db, { name: 'Yohannan Kurian', phone: '+919847077889' })
  expect((await merge(from, into)).status).toBe(200)
  expect(await whereTold(world, ['yohannan'])).toEqual(expect.arrayContaining(['audit_entry.new', 'customer.merged_gifts']))
  await ok(`POST /customers/${into}/ask-erasure`, { version: (await read(into)).version, reason: 'By mail' })
  await eraseDue()
  expect([(await read(from)).erasure.state, (await read(into)).erasure.state]).toEqual(['done', 'done'])
  expect(await whereTold(world, ['yohannan', 'kurian', '9847066778', '9847077889', '98••• ••778', 'lotus lane'])).toEqual([])
  expect((await unmerge(from)).body.error.reason).toBe('customer-erased')
})

test('an erasure that waits is taken back, and nothing was lost; whoever may only look asks for none', async () => {
  const { db } = world.app.database
  const customer = await asked({ name: 'Asha Pillai' })
  await addOrder(db, world.store, { customer_id: customer.id, status: 'preparing' })
  await eraseDue()
  expect((await customerOf(customer.id)).erasure.waitsFor).toEqual([expect.stringMatching(/^Order .* is under way\.$/)])
  const { body } = await world.app.call('GET /customers?erasure=asked', { as: world.admin })
  expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([customer.id])
  await ok(`POST /customers/${customer.id}/withdraw-erasure`, { version: 2, reason: 'Changed their mind' })
  expect(await customerOf(customer.id)).toMatchObject({ name: 'Asha Pillai', erasure: null })
  const clerk = await world.app.addStaff({ permissions: ['customer.view'] })
  const refused = await world.app.call(`POST /customers/${customer.id}/ask-erasure`, { as: clerk, body: { version: 3, reason: 'Asked' } })
  expect([refused.status, refused.body.error.kind]).toEqual([401, 'not-permitted'])
})

test('who orders while they are erased is a new customer', async () => {
  const { database } = world.app
  const customer = await asked({ phone: '+919847033445', name: 'Biju Mathew' })
  let placed: ReturnType<typeof place> | undefined
  let erasing: Promise<void> | undefined
  // The erasure has all but committed: it waits with the customer's row in its hands.
  await whileHeld(database, 'lock table idempotency_key in share row exclusive mode', async () => {
    erasing = eraseDue()
    await isWaitedFor(database)
    placed = place(world, { customer: { name: 'Biju', phone: '98470 33445' } })
  })
  await erasing
  const { id } = (await placed) ?? { id: '' }
  const buyer = (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body.customer
  expect(buyer).toMatchObject({ name: 'Biju', orders: 1 })
  expect(buyer.id).not.toBe(customer.id)
  expect((await customerOf(customer.id)).erasure.state).toBe('done')
})
