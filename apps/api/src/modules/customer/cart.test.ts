import { addMinutes, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#kit/access/system-actor.ts'
import { addCustomer } from '../../../test/factories.ts'
import { type OrderWorld, orderWorld } from '../../../test/order-world.ts'
import type { Caller } from '../../../test/test-app.ts'
import { abandonCarts } from './cart.service.ts'

let world: OrderWorld
let care: Caller
beforeAll(async () => {
  world = await orderWorld({ gateway: null })
  care = await world.app.addStaff({ permissions: ['customer.view', 'customer.edit'] })
})
afterAll(() => world.app.close())

/** A cart of two dosas, as the customer's app tells it. */
async function filled(customerPhone?: string): Promise<string> {
  const cartId = newId()
  const tell = (event: object) =>
    world.app.call('POST /channel/carts', { as: world.channel, body: { cartId, storeId: world.store.id, customerPhone, ...event } })
  await tell({ type: 'opened' })
  await tell({ type: 'line-added', line: { itemId: world.item.id, quantity: 2 } })
  return cartId
}
const read = async (id: string, as = care) => (await world.app.call(`GET /carts/${id}`, { as })).body
const consent = (isGiven: boolean) => JSON.stringify([{ channel: 'email', isGiven, source: 'Call', at: world.clock.instant() }])

describe('carts', () => {
  test('of one customer are listed by vertical and state, with each event, and what they would cost now', async () => {
    const meera = await addCustomer(world.db, { name: 'Meera', phone: '+919847011111' })
    const [mine] = [await filled('+919847011111'), await filled()]
    const list = async (query: string) =>
      (await world.app.call(`GET /carts?${query}`, { as: care })).body.rows.map(({ id }: { id: string }) => id)
    expect(await list(`customerId=${meera.id}&vertical=${world.store.vertical}&state=active`)).toEqual([mine])
    expect(await list(`customerId=${meera.id}&state=ordered`)).toEqual([])
    expect(await read(mine)).toMatchObject({
      customer: { id: meera.id, name: 'Meera' },
      state: 'active',
      lines: [{ name: 'Masala Dosa', quantity: 2 }],
      events: [{ type: 'opened' }, { type: 'line-added', line: { name: 'Masala Dosa', quantity: 2 } }],
    })
    const then = (await read(mine)).total.minor
    await world.db.updateTable('item').set({ price_minor: 12_300 }).where('id', '=', world.item.id).execute()
    const now = await world.app.call(`GET /carts/${mine}/price`, { as: care })
    expect(now.body).toMatchObject({ before: { minor: then }, items: { minor: 24_600 }, problems: [] })
    await world.db.updateTable('item').set({ available: false }).where('id', '=', world.item.id).execute()
    expect((await world.app.call(`GET /carts/${mine}/price`, { as: care })).body.problems).toEqual(['Masala Dosa is sold out.'])
    await world.db.updateTable('item').set({ available: true }).where('id', '=', world.item.id).execute()
    const elsewhere = await world.app.addStaff({ permissions: ['customer.view'], scope: { kind: 'branch', ids: [newId()] } })
    expect((await world.app.call(`GET /carts/${mine}`, { as: elsewhere })).status).toBe(404)
  })

  test('are written about by mail only to whom agreed to it', async () => {
    const email = 'sita@mail.test'
    const sita = await addCustomer(world.db, { name: 'Sita', phone: '+919847011112', email, consents: consent(false) })
    const id = await filled('+919847011112')
    const write = async () =>
      world.app.call(`POST /carts/${id}/message`, { as: care, body: { version: (await read(id)).version, text: 'Still hungry?' } })
    const refused = await write()
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'no-consent'])
    await world.db
      .updateTable('customer')
      .set({ consents: consent(true) })
      .where('id', '=', sita.id)
      .execute()
    const { status, body } = await write()
    expect([status, body.events.at(-1)]).toEqual([200, expect.objectContaining({ type: 'message', note: 'Still hungry?' })])
    const mails = await world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    expect(mails).toMatchObject([{ subject: 'Your cart at Fish Cove' }])
    const guest = await filled()
    const answer = await world.app.call(`POST /carts/${guest}/message`, { as: care, body: { version: 2, text: 'Hello' } })
    expect(answer.body.error.reason).toBe('no-consent')
  })

  test('in which nothing happens are abandoned once, after the minutes of the setting', async () => {
    const id = await filled()
    await abandonCarts(systemContext(world.app.services, 'abandon-carts'))
    expect((await read(id)).state).toBe('active')
    await world.db
      .updateTable('cart')
      .set({ updated_at: addMinutes(world.clock.instant(), -61) })
      .where('id', '=', id)
      .execute()
    for (const _ of ['once', 'again']) await abandonCarts(systemContext(world.app.services, 'abandon-carts'))
    const { state, events } = await read(id)
    expect([state, events.map(({ type }: { type: string }) => type)]).toEqual(['abandoned', ['opened', 'line-added', 'abandoned']])
  })
})
