import type { OrderReason, OrderStatus, OrderStatusFacts } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meetingAt } from '../../../../test/meeting.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const call = (address: string, body?: object, as = world.admin) => world.app.call(address, { as, ...(body && { body }) })

async function statusOf(status: OrderStatus): Promise<OrderStatusFacts> {
  const { body } = await call('GET /order-statuses')
  return body.rows.find((row: OrderStatusFacts) => row.status === status)
}

async function reasonOf(kind: OrderReason['kind'], code: string): Promise<OrderReason> {
  const { body } = await call(`GET /order-reasons?kind=${kind}&limit=100`)
  return body.rows.find((row: OrderReason) => row.code === code)
}

const offered = async (kind: string) => {
  const { body } = await call('GET /orders/reasons')
  return body.filter((reason: OrderReason) => reason.kind === kind).map(({ code }: OrderReason) => code)
}

describe('a status', () => {
  test('is called, coloured, timed and heard as it was set, for staff and outside programs, and keeps its place', async () => {
    const { body: before } = await call('GET /order-statuses')
    const { id, version } = await statusOf('preparing')
    const change = { label: 'In the kitchen', colour: '#7C3AED', customerText: 'Being cooked', targetMinutes: 18, sound: 'bell' }
    expect((await call(`PATCH /order-statuses/${id}`, { version, ...change })).body).toMatchObject({ status: 'preparing', ...change })
    const { body: read } = await call('GET /orders/statuses')
    const { customerText, ...told } = change
    expect(read.find((each: OrderStatusFacts) => each.status === 'preparing')).toEqual({ status: 'preparing', ...told })
    const { body: words } = await call('GET /channel/statuses', undefined, world.channel)
    expect(words).toContainEqual({ status: 'preparing', label: change.label, customerText })
    const { body: after } = await call('GET /order-statuses')
    expect(after.rows.map((row: OrderStatusFacts) => row.status)).toEqual(before.rows.map((row: OrderStatusFacts) => row.status))
  })

  test('has no target and no sound where that was said', async () => {
    const { id, version } = await statusOf('pending')
    const { body } = await call(`PATCH /order-statuses/${id}`, { version, targetMinutes: null, sound: null })
    expect(body).toMatchObject({ targetMinutes: null, sound: null })
  })

  test.each([
    ['label', ''],
    ['label', 'x'.repeat(25)],
    ['colour', '#FFFFFF'],
    ['targetMinutes', 0],
    ['targetMinutes', 1441],
    ['sound', 'siren'],
    ['status', 'ready'],
  ])('refuses %s %j', async (field, value) => {
    const { id, version } = await statusOf('ready')
    const { status, body } = await call(`PATCH /order-statuses/${id}`, { version, [field]: value })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [`body.${field}`]])
  })
})

describe('a reason', () => {
  const draft = { kind: 'reject', code: 'power-cut', label: 'The power is out', party: 'platform', sort: 0 }

  test('is added where it belongs, is given, is called anew, and is retired, while what was done for it keeps it', async () => {
    const { body: reason } = await call('POST /order-reasons', draft)
    expect((await offered('reject'))[0]).toBe('item-unavailable')
    await call(`PATCH /order-reasons/${(await reasonOf('reject', 'item-unavailable')).id}`, { version: 1, sort: 7 })
    expect((await offered('reject'))[0]).toBe('power-cut')

    const { id } = await place(world)
    const { body: rejected } = await act(world, id, 'reject', { reason: 'power-cut' })
    expect(rejected).toMatchObject({
      endReason: 'power-cut',
      endParty: 'platform',
      refunds: [{ bears: { store: { minor: 0 }, rider: { minor: 0 } } }],
    })
    const { body: renamed } = await call(`PATCH /order-reasons/${reason.id}`, { version: 1, label: 'No power' })
    expect((await call(`GET /orders/${id}`)).body.endReasonLabel).toBe('No power')

    expect((await call(`POST /order-reasons/${reason.id}/retire`, { version: renamed.version })).body).toMatchObject({ active: false })
    expect(await offered('reject')).not.toContain('power-cut')
    const again = await act(world, (await place(world)).id, 'reject', { reason: 'power-cut' })
    expect([again.status, again.body.error.fields]).toEqual([422, { 'body.reason': 'is not a reason to reject an order' }])
    expect((await call(`GET /orders/${id}`)).body.endReasonLabel).toBe('No power')
    expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
    await call(`POST /order-reasons/${reason.id}/reinstate`, { version: 3 })
    expect(await offered('reject')).toContain('power-cut')
  })

  test.each([
    ['party', 'store'],
    ['code', 'other-code'],
    ['kind', 'cancel'],
  ])('keeps its %s: orders and refunds go by it', async (field, value) => {
    const reason = await reasonOf('cancel', 'changed-mind')
    const { status, body } = await call(`PATCH /order-reasons/${reason.id}`, { version: reason.version, [field]: value })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [`body.${field}`]])
  })

  test('has a code that no other of its list has', async () => {
    const taken = await call('POST /order-reasons', { ...draft, code: 'too-busy' })
    expect([taken.status, taken.body.error.reason]).toEqual([422, 'already-taken'])
    expect((await call('POST /order-reasons', { ...draft, kind: 'pause', code: 'power-cut' })).status).toBe(200)
  })

  test('that the product gives itself, or that is the last of its list, is not retired; of two people one leaves the last', async () => {
    const own = await reasonOf('reject', 'no-answer')
    const refused = await call(`POST /order-reasons/${own.id}/retire`, { version: own.version })
    expect([refused.status, refused.body.error.message]).toEqual([409, 'It is given by itself.'])

    const { body: all } = await call('GET /order-reasons?kind=restore')
    const [first, second, ...others] = all.rows as OrderReason[]
    for (const { id, version } of others) expect((await call(`POST /order-reasons/${id}/retire`, { version })).status).toBe(200)
    const retire = (one?: OrderReason) => () => call(`POST /order-reasons/${one?.id}/retire`, { version: one?.version })
    const both = await meetingAt(world.app.database, 'order_reason', [retire(first), retire(second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error.message).toBe('It is the only reason to restore an order.')
    expect(await offered('restore')).toHaveLength(1)
  })

  test('is looked after by those who keep the reasons, and they change no status', async () => {
    const keeper = await world.app.addStaff({ permissions: ['setting.view', 'setting-reasons.edit'] })
    const editor = await world.app.addStaff({ permissions: ['setting.view', 'setting.edit'] })
    const reason = await reasonOf('fail', 'wrong-address')
    const status = await statusOf('failed')
    const rename = (as: typeof keeper, address: string, version: number) => call(`PATCH ${address}`, { version, label: 'Another name' }, as)
    expect((await rename(editor, `/order-reasons/${reason.id}`, reason.version)).status).toBe(401)
    expect((await rename(keeper, `/order-reasons/${reason.id}`, reason.version)).status).toBe(200)
    expect((await rename(keeper, `/order-statuses/${status.id}`, status.version)).status).toBe(401)
    expect((await rename(editor, `/order-statuses/${status.id}`, status.version)).status).toBe(200)
  })
})
