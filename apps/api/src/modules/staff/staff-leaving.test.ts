import { afterAll, beforeAll, expect, test } from 'vitest'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { addBranch, addOrder, addStore } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import { enterAs } from '../../../test/role-people.ts'
import type { Caller } from '../../../test/test-app.ts'

let world: OrderWorld
let meera: Caller
let anil: Caller

beforeAll(async () => {
  world = await orderWorld()
  await installBuiltInRoles(world.db)
})
afterAll(() => world.app.close())

const person = (name: string, scope?: Parameters<typeof enterAs>[2]) => enterAs(world.db, 'custumercare-executive', scope, { name })
const claimed = async (by: Caller, store = world.store) => {
  const { id } = await addOrder(world.db, store, { at: world.clock.instant() })
  const { status, body } = await world.app.call(`POST /orders/${id}/claim`, { as: by, body: { version: 1 } })
  expect(status, JSON.stringify(body)).toBe(200)
  return id
}
const close = (verb: string, { id }: Caller, body: object = {}) =>
  world.app.call(`POST /staff/${id}/${verb}`, { as: world.admin, body: { version: 1, reason: 'Off sick', ...body } })
const orderOf = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
const workOf = async ({ id }: Caller) => (await world.app.call(`GET /staff/${id}/open-work`, { as: world.admin })).body

test.each(['suspend', 'deactivate'])(
  '%s hands over what somebody handles: each timeline and each history says to whom and why',
  async (verb) => {
    ;[meera, anil] = [await person('Meera Thomas'), await person('Anil Kumar')]
    const orders = [await claimed(meera), await claimed(meera)]
    const other = await claimed(anil)
    const work = await workOf(meera)
    expect(work.orders.map(({ id }: { id: string }) => id)).toEqual(orders)
    expect(work.heirs.map(({ name }: { name: string }) => name)).toContain('Anil Kumar')
    const entriesBefore = await countEntries()
    expect((await close(verb, meera, { handOverTo: anil.id })).status).toBe(200)
    for (const id of orders) {
      const order = await orderOf(id)
      expect(order.claimedBy).toMatchObject({ id: anil.id, name: 'Anil Kumar' })
      expect(order.events.at(-1)).toMatchObject({
        type: 'handOver',
        actorName: 'Priya Nair',
        note: 'From Meera Thomas to Anil Kumar: Off sick',
      })
      const history = (await world.app.call(`GET /history/order/${id}`, { as: world.admin })).body.rows[0]
      expect(history).toMatchObject({ action: 'handOver', reason: 'From Meera Thomas to Anil Kumar: Off sick' })
    }
    expect((await orderOf(other)).version).toBe(2)
    expect(await countEntries()).toBe(entriesBefore + 3)
    const { rows } = await setOf(meera.id)
    expect(rows).toBe(3)
  },
)

test('without anybody to take over, what they handle is anyones again', async () => {
  meera = await person('Meera Thomas')
  const id = await claimed(meera)
  expect((await close('suspend', meera)).status).toBe(200)
  const order = await orderOf(id)
  expect(order.claimedBy).toBeNull()
  expect(order.events.at(-1)).toMatchObject({ type: 'unclaim', note: 'Released by Meera Thomas: Off sick' })
})

test('only who reaches every one of the orders and may handle them takes over; else nothing happens', async () => {
  const elsewhere = await addBranch(world.db)
  meera = await person('Meera Thomas')
  const id = await claimed(meera)
  const near = await person('Near', { kind: 'branch', ids: [world.branch.id] })
  const far = await person('Far', { kind: 'branch', ids: [elsewhere.id] })
  const clerk = await enterAs(world.db, 'accounts-executive', undefined, { name: 'Clerk' })
  const gone = await enterAs(world.db, 'custumercare-executive', undefined, { name: 'Gone', status: 'suspended' })
  const names = (await workOf(meera)).heirs.map(({ name }: { name: string }) => name)
  expect(names).toContain('Near')
  for (const name of ['Far', 'Clerk', 'Gone', 'Meera Thomas']) expect(names).not.toContain(name)
  for (const heir of [far, clerk, gone, meera]) {
    const refused = await close('suspend', meera, { handOverTo: heir.id })
    expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.handOverTo': 'cannot take over this work' }])
  }
  expect((await orderOf(id)).claimedBy.id).toBe(meera.id)
  expect((await close('suspend', meera, { handOverTo: near.id })).status).toBe(200)
  const more = await claimed(near, await addStore(world.db, { branch: world.branch }))
  expect((await orderOf(more)).claimedBy.name).toBe('Near')
})

test('an order that has ended is nobodys work', async () => {
  meera = await person('Meera Thomas')
  const { id } = await addOrder(world.db, world.store, { status: 'delivered', claimed_by: meera.id, claimed_name: 'Meera Thomas' })
  expect((await workOf(meera)).orders).toEqual([])
  expect((await close('suspend', meera)).status).toBe(200)
  expect((await orderOf(id)).claimedBy.id).toBe(meera.id)
})

async function countEntries(): Promise<number> {
  const { count } = await world.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many entries the change set has that the last entry of this account is of. */
async function setOf(staffId: string): Promise<{ rows: number }> {
  const { change_set_id } = await world.db
    .selectFrom('audit_entry')
    .select('change_set_id')
    .where('entity_id', '=', staffId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { count } = await world.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('change_set_id', '=', change_set_id)
    .executeTakeFirstOrThrow()
  return { rows: Number(count) }
}
