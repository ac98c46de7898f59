import { newId } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasing } from '../../../test/erasing.ts'
import { recordsBy } from '../../../test/full-customer.ts'
import { home, type OrderWorld, orderWorld, place } from '../../../test/order-world.ts'
import { whereTold } from '../../../test/what-is-kept.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const { call, read, settle, buyer, erase } = erasing(() => world)

const dataOf = async (id: string): Promise<string> => {
  const { dataExport } = await call(`POST /customers/${id}/export-data`, { version: (await read(id)).version, reason: 'By mail' })
  await world.app.services.tasks.runDue()
  const { body } = await world.app.call(`GET /tasks/${dataExport.taskId}/file`, { as: world.admin })
  return JSON.stringify(body)
}

test('what somebody did by their own number while they were merged is theirs once that is undone: in the file of their data, and erased with them', async () => {
  const { merge, unmerge } = recordsBy(world, world.admin)
  const [amal, basil] = [await buyer('Amalia Vazhayil', '+919847511001'), await buyer('Basil Cherian', '+919847511002')]
  const lived = { ...home, line1: '77 Magnolia Court', instructions: 'Ring at the orchid door', point: { lat: 9.9687, lng: 76.2913 } }
  await call(`PATCH /customers/${amal}`, { version: (await read(amal)).version, addresses: [lived] })
  expect((await merge(amal, basil)).status).toBe(200)
  const delivery = await place(world, {
    customer: { name: 'Amalia Vazhayil', phone: '+919847511001' },
    address: { ...home, line1: '5 Hibiscus Lane', instructions: 'blue gate' },
    note: 'Ring Amalia',
  })
  await call(
    'POST /channel/feedback',
    { externalId: newId(), customerPhone: '+919847511001', kind: 'complaint', text: 'Amalia, about my landlord' },
    world.channel,
  )
  await call(
    'POST /channel/feedback',
    { externalId: newId(), customerPhone: '+919847511002', kind: 'complaint', text: 'Basil, about the weather' },
    world.channel,
  )
  const cartId = newId()
  await call(
    'POST /channel/carts',
    { cartId, storeId: world.store.id, type: 'opened', customerPhone: '+919847511001', deviceToken: 'amalias-web' },
    world.channel,
  )
  expect((await unmerge(amal)).status).toBe(200)

  const [hers, his] = [await dataOf(amal), await dataOf(basil)]
  for (const word of ['Hibiscus', 'landlord', 'Magnolia'])
    expect([word, hers.includes(word), his.includes(word)]).toEqual([word, true, false])
  for (const word of ['weather', 'Basil']) expect([word, hers.includes(word), his.includes(word)]).toEqual([word, false, true])
  expect(his).not.toContain('9847511001')

  // It is not taken away from an order that is under way.
  await call(`POST /customers/${amal}/ask-erasure`, { version: (await read(amal)).version, reason: 'By mail' })
  await world.app.services.jobs.run('erase-customers')
  expect((await read(amal)).erasure.waitsFor).toEqual([`Order ${delivery.number} is under way.`])
  await settle(delivery.id)
  await world.app.services.jobs.run('erase-customers')
  expect((await read(amal)).erasure.state).toBe('done')
  const words = [
    '9847511001',
    '98475 11001',
    'hibiscus',
    'blue gate',
    'ring amalia',
    'landlord',
    'amalias-web',
    'magnolia',
    'orchid',
    '9.9687',
  ]
  expect(await whereTold(world, words)).toEqual([])
  // A name that stands by itself stays in the history of the other one (0194), and nowhere else.
  expect(await whereTold(world, ['vazhayil'])).toEqual(['audit_entry.new'])
  expect(await call(`GET /orders/${delivery.id}`)).toMatchObject({
    customerName: expect.stringContaining('Erased'),
    address: null,
    note: null,
  })
  expect(await dataOf(basil)).toContain('about the weather')
})

test('whoever goes on is erased without what the other one did by their own number', async () => {
  const { merge, unmerge } = recordsBy(world, world.admin)
  const [chandra, devi] = [await buyer('Chandra Pillai', '+919847511003'), await buyer('Devi Nambiar', '+919847511004')]
  expect((await merge(chandra, devi)).status).toBe(200)
  const order = await place(world, { customer: { name: 'Chandra Pillai', phone: '+919847511003' }, note: 'Ring Chandra' })
  await settle(order.id)
  await call(
    'POST /channel/feedback',
    { externalId: newId(), customerPhone: '+919847511003', kind: 'complaint', text: 'Chandra was not amused' },
    world.channel,
  )
  expect((await unmerge(chandra)).status).toBe(200)
  await erase(devi)
  expect((await read(devi)).erasure.state).toBe('done')
  expect(await call(`GET /orders/${order.id}`)).toMatchObject({ customerName: 'Chandra Pillai', note: 'Ring Chandra' })
  expect(await dataOf(chandra)).toContain('Chandra was not amused')
  expect(await whereTold(world, ['nambiar', '9847511004'])).toEqual(['audit_entry.new'])
})
