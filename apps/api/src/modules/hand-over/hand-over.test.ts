import { addMinutes, newId, type OrderStatus, orderWaitLabels } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBranch, addOrder, addRider, addStore } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller, TestStaff } from '../../../test/test-app.ts'

const permissions = ['order.view', 'order.operate', 'hand-over.view', 'hand-over.operate'] as const
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Body = any
let world: OrderWorld
let meera: Caller
let arun: Caller
let lead: Caller
const person = (name: string, rest: TestStaff = {}) => world.app.addStaff({ permissions: [...permissions], name, ...rest })
beforeAll(async () => {
  world = await orderWorld()
  meera = await person('Meera')
  arun = await person('Arun')
  lead = await person('Lead', { permissions: [...permissions, 'hand-over.approve'] })
})
afterAll(() => world.app.close())

const read = async (address: string, as: Caller = meera): Promise<Body> => (await world.app.call(`GET ${address}`, { as })).body
const give = (body: object, as: Caller = meera, headers: Record<string, string> = {}) =>
  world.app.call('POST /hand-overs', { as, body: { isWholeDesk: false, notes: [], ...body }, headers })
async function given(body: object, as: Caller = meera): Promise<Body> {
  const answer = await give(body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const sign = ({ id, version }: { id: string; version: number }, take: readonly string[], as: Caller = arun) =>
  world.app.call(`POST /hand-overs/${id}/sign`, { as, body: { version, take } })
const tell = () => world.app.services.jobs.run('tell-unsigned-hand-overs')

/** A store of its own, with the orders that a test is about. */
async function desk() {
  const store = await addStore(world.db)
  const order = (status: OrderStatus, more: Parameters<typeof addOrder>[2] = {}) =>
    addOrder(world.db, store, { at: world.clock.instant(), status, ...more })
  const claimed = async (by: Caller, status: OrderStatus = 'accepted') => {
    const { id } = await order(status)
    await act(world, id, 'claim', {}, by)
    return id
  }
  return { store, branchId: store.branch_id, order, claimed }
}

describe('a shift', () => {
  test('is handed over with its open orders as they stand, claims first, each with whom it waits for', async () => {
    const { branchId, store, order, claimed } = await desk()
    const branch = await world.db.selectFrom('branch').selectAll().where('id', '=', branchId).executeTakeFirstOrThrow()
    const rider = await addRider(world.db, branch)
    const pending = await order('pending')
    const ready = await order('ready', { ready_at: world.clock.instant() })
    const fetched = await order('ready', { order_type: 'pickup' })
    const out = await order('picked_up', { rider_id: rider.id })
    await order('delivered')
    await order('scheduled')
    const mine = await claimed(meera)
    const { orders, isCut } = await read(`/hand-overs/digest?branchId=${branchId}`)
    expect([orders[0].orderId, orders[0].claimedBy]).toEqual([mine, { id: meera.id, name: 'Meera' }])
    const waits = Object.fromEntries(orders.map((each: Body) => [each.orderId, each.waitsFor]))
    expect(waits).toEqual({ [mine]: 'store', [pending.id]: 'store', [ready.id]: 'rider', [fetched.id]: 'customer', [out.id]: 'rider' })
    expect(isCut).toBe(false)
    expect(orders.find((each: Body) => each.orderId === ready.id)).toMatchObject({ status: 'ready', store: store.display_name, delays: 0 })
    expect(orders.find((each: Body) => each.orderId === out.id).riderName).toBe(rider.name)
    expect(Object.keys(orderWaitLabels)).toEqual(expect.arrayContaining(Object.values(waits)))
  })

  test('says for when each order is that has a slot, and keeps it as it stood once the slot is moved', async () => {
    const { branchId, order } = await desk()
    const from = addMinutes(world.clock.instant(), 24 * 60)
    const slot = { slot_from: from, slot_to: addMinutes(from, 60) }
    const { id } = await order('accepted', { timing: 'slot', ...slot })
    const { time_zone } = await world.db.selectFrom('branch').select('time_zone').where('id', '=', branchId).executeTakeFirstOrThrow()
    const told = { orderId: id, slotFrom: slot.slot_from, slotTo: slot.slot_to, timeZone: time_zone }
    expect((await read(`/hand-overs/digest?branchId=${branchId}`)).orders).toEqual([expect.objectContaining(told)])
    const { columns } = await read(`/orders/board?branchId=${branchId}`)
    const { orderId: _, ...ofCard } = told
    expect(columns.flatMap(({ cards }: Body) => cards)).toEqual([expect.objectContaining({ id, ...ofCard })])

    const shift = await given({ branchId })
    await world.db
      .updateTable('orders')
      .set({ slot_to: addMinutes(from, 90) })
      .where('id', '=', id)
      .execute()
    expect(await read(`/hand-overs/${shift.id}/orders`)).toEqual([expect.objectContaining(told)])
  })

  test('waits for an approval that somebody asked for before it waits for anybody else', async () => {
    const { branchId, order } = await desk()
    const { id } = await order('accepted')
    await world.db
      .insertInto('approval')
      .values({
        id: newId(),
        operation: 'order.refund',
        params: JSON.stringify({ id }),
        body: JSON.stringify({}),
        title: 'Refund',
        reason: 'Spilled',
        entity: 'order',
        entity_id: id,
        permission: 'refund.approve',
        maker_id: meera.id,
        expires_at: addMinutes(world.clock.instant(), 60),
      })
      .execute()
    expect((await read(`/hand-overs/digest?branchId=${branchId}`)).orders).toEqual([expect.objectContaining({ waitsFor: 'approval' })])
  })

  test('stays as it stood, and its next person takes of its claims what nobody else took', async () => {
    const { branchId, claimed, order } = await desk()
    const [first, second, third] = [await claimed(meera), await claimed(meera), await claimed(meera)]
    const free = (await order('pending')).id
    const shift = await given({ branchId, remark: 'The bakery is late', notes: [{ orderId: first, note: 'Call at noon' }] })
    expect(shift).toMatchObject({
      status: 'waiting',
      givenBy: 'Meera',
      openOrders: 4,
      claims: 3,
      takenOrders: 0,
      remark: 'The bakery is late',
    })

    await act(world, second, 'take-over', { note: 'I have it' }, lead)
    await act(world, third, 'start-preparing', {}, lead)
    const own = await sign(shift, [], meera)
    expect([own.status, own.body.error.reason]).toEqual([409, 'own-hand-over'])
    const stranger = await sign(shift, [world.store.id])
    expect(stranger.body.error.fields).toEqual({ 'body.take': 'names an order that is not handed over' })
    const signed = await sign(shift, [first, second, third, free])
    expect(signed.body).toMatchObject({ status: 'signed', signedBy: 'Arun', takenOrders: 3 })

    const holders = await Promise.all([first, second, third, free].map(async (id) => (await read(`/orders/${id}`)).claimedBy?.name))
    expect(holders).toEqual(['Arun', 'Lead', 'Arun', 'Arun'])
    expect((await read(`/orders/${first}`)).events.at(-1)).toMatchObject({
      type: 'handOver',
      note: 'From Meera to Arun: the shift that Meera handed over',
    })
    const rows = await read(`/hand-overs/${shift.id}/orders`)
    const kept = rows.find((row: Body) => row.orderId === third)
    expect(kept).toMatchObject({ status: 'accepted', claimedBy: { name: 'Meera' }, takenBy: 'Arun', now: { status: 'preparing' } })
    expect(rows.find((row: Body) => row.orderId === first).note).toBe('Call at noon')
    const history = await read(`/history/hand-over/${shift.id}`, world.admin)
    expect(history.rows.map(({ action }: Body) => action)).toEqual(['sign', 'create'])
    await expect(sql`update hand_over_order set note = 'Other' where hand_over_id = ${shift.id}`.execute(world.db)).rejects.toThrow(
      'what was handed over stays as it stood',
    )
  })

  test('of one person leaves what a colleague handles with them, and what its next person has already as it is', async () => {
    const { branchId, claimed } = await desk()
    const [mine, colleagues, arunsOwn] = [await claimed(meera), await claimed(lead), await claimed(arun)]
    const shift = await given({ branchId })
    const handed: Body[] = await read(`/hand-overs/${shift.id}/orders`)
    expect(handed.filter((each) => each.isClaimHanded).map(({ orderId }) => orderId)).toEqual([mine])
    const versionOf = async (id: string) => (await read(`/orders/${id}`)).version
    const before = await versionOf(arunsOwn)
    const signed = await sign(shift, [mine, colleagues, arunsOwn])
    expect(signed.body).toMatchObject({ status: 'signed', claims: 1, takenOrders: 2 })
    const holders = await Promise.all([mine, colleagues, arunsOwn].map(async (id) => (await read(`/orders/${id}`)).claimedBy?.name))
    expect(holders).toEqual(['Arun', 'Lead', 'Arun'])
    expect(await versionOf(arunsOwn)).toBe(before)
  })

  test('takes what expired meanwhile, and nothing of what is over', async () => {
    const { branchId, claimed } = await desk()
    const [expired, over] = [await claimed(meera), await claimed(meera)]
    const shift = await given({ branchId })
    world.clock.forward(31)
    await world.app.services.jobs.run('end-idle-claims')
    await act(world, over, 'cancel', { reason: 'changed-mind' })
    expect((await sign(shift, [expired, over])).body.takenOrders).toBe(1)
    expect((await read(`/orders/${expired}`)).claimedBy.name).toBe('Arun')
  })

  test('is signed once: of two at once one, and the other is told who; a call that is repeated is the same call', async () => {
    const { branchId, claimed } = await desk()
    const id = await claimed(meera)
    const shift = await given({ branchId })
    const both = await Promise.all([sign(shift, [id], arun), sign(shift, [id], lead)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = both.find(({ status }) => status === 200)?.body.signedBy
    expect(both.find(({ status }) => status === 409)?.body.error.message).toContain(winner)
    expect((await read(`/orders/${id}`)).claimedBy.name).toBe(winner)
    const late = await sign({ ...shift, version: 2 }, [], winner === 'Arun' ? lead : arun)
    expect(late.body.error).toMatchObject({ reason: 'hand-over-signed', message: `${winner} has signed it.` })

    const again = () => give({ branchId }, meera, { 'idempotency-key': `shift-${branchId}` })
    const [first, second] = [await again(), await again()]
    expect([first.status, second.body]).toEqual([200, first.body])
  })

  test('of a whole desk is handed over by who leads, with what everybody handles', async () => {
    const { branchId, claimed } = await desk()
    await claimed(meera)
    await claimed(arun)
    const refused = await give({ branchId, isWholeDesk: true })
    expect([refused.status, refused.body.error.fields]).toEqual([401, { permission: 'hand-over.approve' }])
    expect((await given({ branchId, isWholeDesk: true }, lead)).claims).toBe(2)
    expect((await given({ branchId }, lead)).claims).toBe(0)
  })

  test('with a note on an order that is over meanwhile is refused, and says which field', async () => {
    const { branchId, order } = await desk()
    const { id } = await order('delivered')
    const refused = await give({ branchId, notes: [{ orderId: id, note: 'Call' }] })
    expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.notes': 'names an order that is not open any more' }])
  })
})

describe('who reaches a part', () => {
  test('hands over and sees that part alone, and names it where there are several', async () => {
    const { branchId, store } = await desk()
    const other = await addBranch(world.db)
    const near = await person('Near', { scope: { kind: 'branch', ids: [branchId] } })
    const both = await person('Both', { scope: { kind: 'branch', ids: [branchId, other.id] } })
    const far = await person('Far', { scope: { kind: 'branch', ids: [other.id] } })
    const shop = await person('Shop', { scope: { kind: 'store', ids: [store.id] } })
    const everywhere = await given({})
    const ofBranch = await given({}, near)
    const ofStore = await given({}, shop)
    expect([everywhere.branch, ofBranch.branch.id, ofStore.store.id, ofStore.branch.id]).toEqual([null, branchId, store.id, branchId])
    expect((await give({}, both)).body.error.fields).toEqual({ 'body.branchId': 'is required: you reach several branches' })
    expect((await give({ branchId }, far)).body.error.fields).toEqual({ 'body.branchId': 'does not exist' })
    expect((await give({ branchId }, shop)).body.error.fields).toEqual({ 'body.branchId': 'is more than you reach' })
    expect((await give({ storeId: store.id }, far)).body.error.fields).toEqual({ 'body.storeId': 'does not exist' })
    const seen = async (as: Caller) => (await read('/hand-overs?limit=100', as)).rows.map(({ id }: Body) => id)
    expect((await seen(near)).toSorted()).toEqual([ofStore.id, ofBranch.id].toSorted())
    expect(await seen(shop)).toEqual([ofStore.id])
    expect(await seen(far)).toEqual([])
    expect((await world.app.call(`GET /hand-overs/${ofBranch.id}/orders`, { as: far })).status).toBe(404)
    expect((await sign(ofBranch, [], far)).status).toBe(404)
    expect((await sign(everywhere, [], near)).status).toBe(404)
    const viewer = await world.app.addStaff({ permissions: ['hand-over.view'] })
    expect((await sign(ofBranch, [], viewer)).body.error.fields).toEqual({ permission: 'hand-over.operate' })
    const signer = await world.app.addStaff({ permissions: ['hand-over.view', 'hand-over.operate'], name: 'Signer' })
    expect((await sign(ofBranch, [])).status).toBe(200)
    const { id } = await addOrder(world.db, store, { at: world.clock.instant(), status: 'accepted' })
    const more = await given({ branchId })
    expect((await sign(more, [id], signer)).body.error.fields).toEqual({ permission: 'order.operate' })
  })
})

describe('a shift that nobody signs', () => {
  const told = async (id: string) =>
    (
      await world.db
        .selectFrom('event')
        .select(['permission', 'branch_id', 'but_staff_ids', 'payload'])
        .where('entity_id', '=', id)
        .where('kind', '=', 'message')
        .execute()
    ).map(({ payload, ...rest }) => {
      const { title, text } = payload as { title: string; text: string }
      return { ...rest, title, text }
    })

  test('reaches the bell of who leads there, once, also when it fell due while nothing ran', async () => {
    const { branchId } = await desk()
    const [left, signed] = [await given({ branchId }), await given({ branchId })]
    await sign(signed, [])
    world.clock.forward(14)
    await tell()
    expect(await told(left.id)).toEqual([])
    world.clock.forward(600)
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(await told(left.id)).toEqual([
      {
        permission: 'hand-over.approve',
        branch_id: branchId,
        but_staff_ids: [meera.id],
        title: "Meera's shift waits",
        text: 'It was handed over 10 h ago, and nobody has signed it.',
      },
    ])
    expect(await told(signed.id)).toEqual([])
    expect((await sign(left, [])).status).toBe(200)
  })
})
