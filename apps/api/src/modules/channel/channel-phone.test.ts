import { newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer } from '../../../test/factories.ts'
import { newOrder, type OrderWorld, orderWorld } from '../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const place = (phone: string) =>
  world.app.call('POST /channel/orders', { as: world.channel, body: newOrder(world, { customer: { name: 'Ann', phone } }) })
const phoneOf = async ({ body }: { body: { id: string } }) =>
  (await world.db.selectFrom('orders').select('customer_phone').where('id', '=', body.id).executeTakeFirstOrThrow()).customer_phone

test('a number without a calling code is of the country of the installation, wherever it comes in', async () => {
  expect(await phoneOf(await place('098470-12345'))).toBe('+919847012345')
  const setting = await world.app.call('PATCH /settings/values/installation.callingCode', {
    as: world.admin,
    body: { version: 0, value: '1' },
  })
  expect(setting.status).toBe(200)
  expect(await phoneOf(await place('(212) 555-0123'))).toBe('+12125550123')
  expect(await phoneOf(await place('+91 98470 12345'))).toBe('+919847012345')
  for (const phone of ['055-5267', '098470-12345']) {
    const refused = await place(phone)
    expect([refused.status, refused.body.error.fields]).toEqual([422, { 'body.customer.phone': 'is not a phone number' }])
  }

  const customer = await addCustomer(world.db, { phone: '+12125550199' })
  const said = { customerPhone: '212 555 0199', kind: 'praise', text: 'Good.' }
  const { body: feedback } = await world.app.call('POST /channel/feedback', { as: world.channel, body: said })
  const stored = await world.db.selectFrom('feedback').select('customer_id').where('id', '=', feedback.id).executeTakeFirstOrThrow()
  expect(stored.customer_id).toBe(customer.id)
  const cart = { cartId: newId(), storeId: world.store.id, type: 'opened', customerPhone: '212-555-0199' }
  await world.app.call('POST /channel/carts', { as: world.channel, body: cart })
  const kept = await world.db.selectFrom('cart').select('customer_id').where('id', '=', cart.cartId).executeTakeFirstOrThrow()
  expect(kept.customer_id).toBe(customer.id)

  const { body: store } = await world.app.call(`PATCH /stores/${world.store.id}`, {
    as: world.admin,
    body: { version: world.store.version, phone: '212.555.0111' },
  })
  expect(store.phone).toBe('+12125550111')
})
