import type { Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStore } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import type { Caller } from '../../../test/test-app.ts'
import { sequenceBatch } from '../../kit/record/outbox-sequence.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

interface Told {
  id: string
  title: string
  tone: string
  entityId: string
  at: string
  isRead: boolean
}
interface Bell {
  late: Told[]
  rows: Told[]
  next: number | null
  unread: { value: number; capped: boolean }
  upTo: { sequence: number; at: string }
}

const bellOf = async (as: Caller = world.admin): Promise<Bell> => {
  await sequenceBatch(world.db)
  const { status, body } = await world.app.call('GET /alerts', { as })
  expect(status).toBe(200)
  return body
}
/** What is told and matters still. */
const alerts = async (as?: Caller) => {
  const { late, rows } = await bellOf(as)
  return [...late, ...rows.filter(({ isRead }) => !isRead)].map(({ title, tone, entityId, at }) => ({ title, tone, entityId, at }))
}
const waitingOrder = async () => {
  const order = await place(world)
  world.clock.forward(5)
  await world.app.services.jobs.run('warn-waiting-orders')
  return order
}

test('who opens the page is told what still matters: orders that wait, orders that are late, and neither once it is done', async () => {
  const { id, number } = await place(world)
  expect(await alerts()).toEqual([])
  world.clock.forward(5)
  const warnedAt = world.clock.instant()
  await world.app.services.jobs.run('warn-waiting-orders')
  const waiting = { title: `${number} is waiting`, tone: 'warning', entityId: id, at: warnedAt }
  expect(await alerts()).toEqual([waiting])

  await act(world, id, 'accept', { prepMinutes: 20 })
  expect(await alerts()).toEqual([])
  world.clock.forward(120)
  const late = await alerts()
  expect(late).toMatchObject([{ title: `${number} is late`, tone: 'error', entityId: id }])
  expect((late[0]?.at ?? '') < world.clock.instant()).toBe(true)
})

test('an order that waits for its customer to collect it is late until it is ready, and not after', async () => {
  const { id } = await place(world, { orderType: 'pickup' })
  await act(world, id, 'accept', { prepMinutes: 20 })
  await act(world, id, 'start-preparing')
  world.clock.forward(120)
  const told = async () => (await alerts()).map(({ entityId }) => entityId)
  expect(await told()).toContain(id)
  expect((await act(world, id, 'mark-ready')).body.status).toBe('ready')
  expect(await told()).not.toContain(id)
})

test('nobody is told of an order that they may not see', async () => {
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 20 })
  world.clock.forward(120)
  const elsewhere = await addStore(world.db)
  const [own, other, blind] = [
    await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } }),
    await world.app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [elsewhere.id] } }),
    await world.app.addStaff({ permissions: ['store.view'] }),
  ]
  expect((await alerts(own)).map(({ entityId }) => entityId)).toContain(id)
  expect([await alerts(other), await alerts(blind)]).toEqual([[], []])
})

test('a request for approval rings for those who may decide it until it is decided; then whoever asked is told', async () => {
  const permissions: Permission[] = ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve']
  const [maker, checker] = [await world.app.addStaff({ permissions }), await world.app.addStaff({ permissions, name: 'Binu' })]
  const sent = { operation: 'setting.changeTax', params: { id: 'installation.taxRegime' }, body: { version: 0, value: 'simple' } }
  const { body: request } = await world.app.call('POST /approvals', { as: maker, body: { ...sent, reason: 'We leave GST' } })
  expect([await alerts(maker), await alerts(checker)]).toMatchObject([[], [{ title: request.title, entityId: request.id }]])

  await world.app.call(`POST /approvals/${request.id}/refuse`, { as: checker, body: { version: 1, reason: 'Not this year' } })
  const told = { title: `Refused: ${request.title}`, tone: 'warning', entityId: request.id }
  expect([await alerts(maker), await alerts(checker)]).toMatchObject([[told], []])
})

test('what was read on one device is read on the others, and by nobody else', async () => {
  const [reader, colleague] = [
    await world.app.addStaff({ permissions: ['order.view'] }),
    await world.app.addStaff({ permissions: ['order.view'] }),
  ]
  const [first, second] = [await waitingOrder(), await waitingOrder()]
  const before = await bellOf(reader)
  expect(before.unread.value).toBeGreaterThanOrEqual(2)
  const [newest] = before.rows
  expect(newest).toMatchObject({ entityId: second.id, isRead: false })

  await world.app.call(`POST /alerts/${newest?.id}/read`, { as: reader })
  await world.app.call(`POST /alerts/${newest?.id}/read`, { as: reader })
  const after = await bellOf(reader)
  expect(after.unread.value).toBe(before.unread.value - 1)
  expect(after.rows.slice(0, 2).map(({ entityId, isRead }) => [entityId, isRead])).toEqual([
    [second.id, true],
    [first.id, false],
  ])
  expect((await bellOf(colleague)).unread).toEqual(before.unread)

  const told = world.db.selectFrom('event').select(['kind', 'staff_id']).where('entity', '=', 'alert')
  expect(await told.execute()).toEqual([{ kind: 'changed', staff_id: reader.id }])
})

test('all is read up to a mark, which goes neither back nor beyond what there is', async () => {
  const reader = await world.app.addStaff({ permissions: ['order.view'] })
  await waitingOrder()
  const seen = await bellOf(reader)
  const later = await waitingOrder()
  expect((await world.app.call('POST /alerts/read', { as: reader, body: seen.upTo })).body).toEqual(seen.upTo)
  const { rows, unread } = await bellOf(reader)
  expect(rows.filter(({ isRead }) => !isRead).map(({ entityId }) => entityId)).toEqual([later.id])
  expect(unread).toEqual({ value: 1, capped: false })

  const beyond = { sequence: Number.MAX_SAFE_INTEGER, at: '2999-01-01T00:00:00.000Z' }
  const { body: mark } = await world.app.call('POST /alerts/read', { as: reader, body: beyond })
  expect(mark.at).toBe(world.clock.instant())
  await world.app.call('POST /alerts/read', { as: reader, body: { ...seen.upTo, sequence: 0 } })
  expect((await bellOf(reader)).unread.value).toBe(0)
  await waitingOrder()
  expect((await bellOf(reader)).unread.value).toBe(1)
})

test('an order that is late is read by itself or by the mark, and stays in sight as long as it is late', async () => {
  const reader = await world.app.addStaff({ permissions: ['order.view'] })
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 20 })
  world.clock.forward(120)
  const lateOf = async () => (await bellOf(reader)).late.find((alert) => alert.id === id)
  expect(await lateOf()).toMatchObject({ isRead: false })
  await world.app.call(`POST /alerts/${id}/read`, { as: reader })
  expect(await lateOf()).toMatchObject({ isRead: true })
})

test('nobody reads what they may not hear of', async () => {
  const [order, blind] = [await waitingOrder(), await world.app.addStaff({ permissions: ['store.view'] })]
  const { rows } = await bellOf()
  const alert = rows.find(({ entityId }) => entityId === order.id)
  const { status, body } = await world.app.call(`POST /alerts/${alert?.id}/read`, { as: blind })
  expect([status, body.error.reason]).toEqual([404, 'alert-not-found'])
  expect((await world.app.call('GET /alerts/earlier?before=9000000', { as: blind })).body.rows).toEqual([])
})

test('unread alerts are counted to a hundred at most; the list goes on by pages, each alert once', async () => {
  const reader = await world.app.addStaff({ permissions: ['finance.view'] })
  await sql`insert into event (kind, entity, entity_id, version, action, actor_name, permission, payload)
    select 'message', 'x', 'x', 1, 'a', 'b', 'finance.view', jsonb_build_object('id', gen_random_uuid(), 'tone', 'info', 'title', 'No. ' || n,
      'text', '', 'entity', null, 'entityId', null, 'at', '2026-11-20T10:00:00.000Z') from generate_series(1, 120) as n`.execute(world.db)
  const first = await bellOf(reader)
  expect(first.unread).toEqual({ value: 99, capped: true })
  const titles = first.rows.map(({ title }) => title)
  for (let { next } = first; next !== null; ) {
    const { body } = await world.app.call(`GET /alerts/earlier?before=${next}`, { as: reader })
    titles.push(...(body as Bell).rows.map(({ title }) => title))
    next = (body as Bell).next
  }
  expect(titles).toEqual(Array.from({ length: 120 }, (_, n) => `No. ${120 - n}`))
})

test('alerts are found by their own index among all events', async () => {
  await sql`insert into event (sequence, kind, entity, entity_id, version, action, actor_name, permission)
    select nextval('event_sequence'), 'changed', 'x', 'x', 1, 'a', 'b', 'order.view' from generate_series(1, 5000)`.execute(world.db)
  await sql`analyze event`.execute(world.db)
  const { rows } = await bellOf()
  const plans = await plansOf(world.app, () => world.app.call('GET /alerts', { as: world.admin }))
  const found = scansOf(plans, 'event')
  expect(found.map(({ index }) => index).sort()).toEqual(['event_messages', 'event_messages', 'event_sequence_key'])
  expect(found.find(({ index }) => index === 'event_sequence_key')?.looked).toBeLessThanOrEqual(1)
  const one = await plansOf(world.app, () => world.app.call(`POST /alerts/${rows[0]?.id}/read`, { as: world.admin }))
  expect(scansOf(one, 'event').every(({ index }) => index === 'event_message_id')).toBe(true)
})

test('a request for approval rings for those alone whose own limit reaches it, and not for whoever asks', async () => {
  const asks: Permission[] = ['order.view', 'refund.view', 'refund.create', 'refund.approve', 'approval.view']
  const decides: Permission[] = ['order.view', 'approval.view', 'refund.approve']
  const maker = await world.app.addStaff({ permissions: asks, limits: { 'refund.create': 1_000 } })
  const enough = await world.app.addStaff({ permissions: decides, limits: { 'refund.approve': 12_000 } })
  const tooLow = await world.app.addStaff({ permissions: decides, limits: { 'refund.approve': 11_999 } })
  const { id } = await place(world)
  const { version, number } = (await world.app.call(`GET /orders/${id}`, { as: maker })).body
  const amount = { minor: 12_000, currency: 'INR' }
  const sent = { operation: 'order.refund', params: { id }, body: { version, amount, reasonCode: 'poor-quality', method: 'source' } }
  const { body: request } = await world.app.call('POST /approvals', { as: maker, body: { ...sent, reason: 'It was cold.' } })
  const ringing = { title: `Refund of ${number}: ₹120.00`, entityId: request.id }
  const rung = async (as: Caller) => (await bellOf(as)).rows.filter(({ entityId }) => entityId === request.id)
  expect(await rung(enough)).toMatchObject([{ ...ringing, isRead: false }])
  expect([await rung(tooLow), await rung(maker)]).toEqual([[], []])
  expect((await world.app.call('GET /approvals', { as: tooLow })).body.rows).toEqual([])
})
