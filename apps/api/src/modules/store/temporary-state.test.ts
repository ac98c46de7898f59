import { addMinutes, type TemporaryState } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem, addRider, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const listed = async (query = '', as: Caller = world.admin): Promise<TemporaryState[]> => {
  const { status, body } = await world.app.call(`GET /temporary-states${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows
}
const later = (minutes: number) => addMinutes(world.clock.instant(), minutes)
const send = async (path: string, body: object, method = 'POST') => {
  const answer = await world.app.call(`${method} ${path}`, { as: world.admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('whatever holds for a while is told with who, why and when it ends, what ends first before the rest, and no longer than it holds', async () => {
  expect(await listed()).toEqual([])
  const other = await addStore(world.db, { branch: world.branch })
  const vada = await addItem(world.db, world.store, { name: 'Vada' })
  const rider = await addRider(world.db, world.branch, { status: 'active', shift_state: 'off' })

  await send(`/stores/${world.store.id}/open-mode`, {
    version: 1,
    mode: 'busy',
    until: later(40),
    reason: 'Wedding hall',
  })
  await send(`/stores/${other.id}/open-mode`, { version: 1, mode: 'paused', until: null, reason: 'No gas' })
  await send('/rush-modes', {
    branchId: world.branch.id,
    vertical: 'cakes',
    extraMinutes: 15,
    endsAt: later(30),
    reason: 'Onam',
  })
  await send(`/items/${vada.id}/snooze`, { version: 1, until: later(20) })
  await send(`/riders/${rider.id}/block`, { version: 1, until: later(60), reason: 'Rude to a customer' })

  const by = 'Priya Nair'
  expect(await listed()).toMatchObject([
    { kind: 'snoozed', of: { id: vada.id, name: 'Vada' }, store: { id: world.store.id }, by, endsAt: later(20) },
    { kind: 'rush', of: { name: `${world.branch.name}, Cakes` }, store: null, by, reason: 'Onam', endsAt: later(30) },
    { kind: 'busy', of: { id: world.store.id }, by, reason: 'Wedding hall', since: world.clock.instant(), endsAt: later(40) },
    { kind: 'blocked', of: { id: rider.id }, store: null, by, reason: 'Rude to a customer', endsAt: later(60) },
    { kind: 'paused', of: { id: other.id }, store: { id: other.id }, by, reason: 'No gas', endsAt: null },
  ])
  const acts = (await listed()).map(({ kind, version, allowed }) => [kind, version, ...allowed.map(({ action }) => action)])
  expect(acts).toEqual([
    ['snoozed', 2, 'snooze'],
    ['rush', 1, 'end'],
    ['busy', 2, 'setOpenMode'],
    ['blocked', 2, 'unblock'],
    ['paused', 2, 'setOpenMode'],
  ])
  expect((await listed('?kind=busy')).map(({ of }) => of.id)).toEqual([world.store.id])
  expect((await listed('?q=vad')).map(({ of }) => of.name)).toEqual(['Vada'])

  world.clock.forward(25)
  expect((await listed()).map(({ kind }) => kind)).toEqual(['rush', 'busy', 'blocked', 'paused'])
  await send(`/stores/${other.id}/open-mode`, { version: 2, mode: 'open' })
  expect((await listed()).map(({ kind }) => kind)).toEqual(['rush', 'busy', 'blocked'])

  const officer = await world.app.addStaff({ permissions: ['store.view'], scope: { kind: 'store', ids: [world.store.id] } })
  expect((await listed('', officer)).map(({ kind }) => kind)).toEqual(['busy'])
  expect((await listed('', officer)).flatMap(({ allowed }) => allowed)).toEqual([])
  const noRiders = await world.app.addStaff({ permissions: ['store.view'] })
  expect((await listed('', noRiders)).map(({ kind }) => kind)).toEqual(['rush', 'busy'])
})
