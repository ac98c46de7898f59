import { newId, type RiderDocument } from '@larder/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addRider } from '../../../test/factories.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())
beforeEach(async () => {
  await world.db.deleteFrom('setting').where('key', '=', 'rider.expiredDocument').execute()
  world.app.services.settings.forget()
})

type Kind = RiderDocument['kind']
const day = 24 * 60
const run = () => world.app.services.jobs.run('watch-rider-papers')
const read = async (id: string) => (await world.app.call(`GET /riders/${id}`, { as: world.admin })).body

async function withPaper(kind: Kind, expires_on: string | null, given: Parameters<typeof addRider>[2] = {}) {
  const rider = await addRider(world.db, world.branch, given)
  await world.db.insertInto('rider_document').values({ rider_id: rider.id, kind, number: 'KL07 2019', expires_on }).execute()
  return rider.id
}

async function told(id: string) {
  const rows = await world.db
    .selectFrom('event')
    .selectAll()
    .where('kind', '=', 'message')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => (payload as { tone: string }).tone)
}

async function blocking() {
  await world.db.insertInto('setting').values({ key: 'rider.expiredDocument', value: '"block"' }).execute()
  world.app.services.settings.forget()
}

test('staff who change riders there are told of a paper at 30, 7 and 0 days, once each, and of none of who left', async () => {
  const id = await withPaper('driving-licence', '2026-12-20')
  const gone = await withPaper('driving-licence', '2026-12-20', { status: 'left' })
  const endless = await withPaper('identity', null)
  for (const days of [0, 0, 10, 13, 1, 6, 1]) {
    world.clock.forward(days * day)
    await run()
  }
  expect([await told(id), await told(gone), await told(endless)]).toEqual([['warning', 'warning', 'error'], [], []])
  const [first] = await world.db
    .selectFrom('event')
    .selectAll()
    .where('kind', '=', 'message')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(first).toMatchObject({ entity: 'rider', permission: 'rider.edit', branch_id: world.branch.id, store_id: null })
  expect(first?.payload).toMatchObject({ entity: 'rider', entityId: id, text: 'It expires on Dec 20, 2026.' })
  world.clock.forward(-31 * day)
})

test('of a paper that is replaced staff are told anew; what else is changed of it, or beside it, tells nothing again', async () => {
  const id = await withPaper('driving-licence', '2026-11-25')
  await run()
  const licence = { kind: 'driving-licence', documentNumber: 'KL07 2020', expiresOn: '2026-11-25', imageId: null }
  const card = { kind: 'identity', documentNumber: '4242', expiresOn: null, imageId: null }
  const save = async (documents: object[]) => {
    const { version } = await read(id)
    const { status, body } = await world.app.call(`PATCH /riders/${id}`, { as: world.admin, body: { version, documents } })
    expect(status, JSON.stringify(body)).toBe(200)
    await run()
  }
  await save([licence, card])
  expect(await told(id)).toEqual(['warning'])
  await save([{ ...licence, expiresOn: '2026-12-10' }])
  expect(await told(id)).toEqual(['warning', 'warning'])
  expect((await read(id)).documents).toMatchObject([{ kind: 'driving-licence', expiresOn: '2026-12-10' }])
})

test('a rider without a paper that their vehicle takes is blocked where the setting says so, and works again once somebody says so', async () => {
  const over = await withPaper('driving-licence', '2026-11-19', { shift_state: 'available' })
  const good = await withPaper('driving-licence', '2026-11-20')
  const bicycle = await withPaper('driving-licence', '2026-11-19', { vehicle: 'bicycle' })
  await run()
  expect(await read(over)).toMatchObject({ status: 'active', shiftState: 'available' })
  await blocking()
  await run()
  expect(await read(over)).toMatchObject({
    status: 'blocked',
    statusReason: 'The driving licence has expired',
    blockedUntil: null,
    shiftState: 'off',
  })
  expect([(await read(good)).status, (await read(bicycle)).status]).toEqual(['active', 'active'])
  const { version } = await read(over)
  const documents = [{ kind: 'driving-licence', documentNumber: 'KL07 2026', expiresOn: '2031-01-01', imageId: null }]
  await world.app.call(`PATCH /riders/${over}`, { as: world.admin, body: { version, documents } })
  const back = await world.app.call(`POST /riders/${over}/unblock`, {
    as: world.admin,
    body: { version: version + 1, reason: 'They brought the new licence' },
  })
  expect(back.body).toMatchObject({ status: 'active' })
  await run()
  expect((await read(over)).status).toBe('active')
})

test('however many have an expired paper that their vehicle does not take, none of them hides who is to be blocked', async () => {
  for (let count = 0; count < 201; count += 1) await withPaper('driving-licence', '2026-11-01', { vehicle: 'bicycle' })
  const last = await withPaper('driving-licence', '2026-11-01')
  await blocking()
  await run()
  expect((await read(last)).status).toBe('blocked')
})

test('whoever carries an order brings it first', async () => {
  await blocking()
  const { id } = await place(world)
  await act(world, id, 'accept', { prepMinutes: 10 })
  await act(world, id, 'assign-rider', { riderId: world.rider.id })
  await world.db
    .insertInto('rider_document')
    .values({ rider_id: world.rider.id, kind: 'identity', number: newId(), expires_on: '2026-11-01' })
    .execute()
  await run()
  expect((await read(world.rider.id)).status).toBe('active')
  await act(world, id, 'cancel', { reason: 'store-closed' })
  await run()
  expect((await read(world.rider.id)).status).toBe('blocked')
})
