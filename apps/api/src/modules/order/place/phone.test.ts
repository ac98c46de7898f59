import { addMinutes, newId } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, addItem, addStore } from '../../../../test/factories.ts'
import { home, type OrderWorld, orderWorld, paidOnline, place } from '../../../../test/order-world.ts'
import { enterAs } from '../../../../test/role-people.ts'
import type { Caller } from '../../../../test/test-app.ts'
import { findMisbooked } from '../../ledger/recompute.service.ts'
import { installBuiltInRoles } from '../../role/role-install.service.ts'
import { findBrokenOrders } from '../read/invariants.ts'

let world: OrderWorld
let executive: Caller
beforeAll(async () => {
  world = await orderWorld({ gateway: null })
  await installBuiltInRoles(world.db)
  executive = await enterAs(world.db, 'custumercare-executive')
})
afterAll(async () => {
  expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
  expect(await findMisbooked(world.app.database.db)).toEqual([])
  await world.app.close()
})

const post = (path: string, body: object, as: Caller = executive) => world.app.call(`POST /phone-orders${path}`, { as, body })
const basket = (given: object = {}) => ({
  storeId: world.store.id,
  orderType: 'delivery',
  lines: [{ itemId: world.item.id, quantity: 2 }],
  address: home,
  phone: '098470 12399',
  name: 'Devika Pillai',
  paymentMethod: 'cash',
  ...given,
})
const placed = async (given: object = {}, as: Caller = executive) => {
  const { body } = await post('/quote', basket(given), as)
  return post('', { ...basket(given), expectedTotal: body.total }, as)
}
const note = (flag: string) => JSON.stringify([{ flag, reason: 'Abuse', until: null, at: world.clock.instant(), by: 'Asha' }])

describe('an order that is taken over the phone', () => {
  test('is priced and stored as an app’s is, makes its customer, and names who took it', async () => {
    const app = await place(world)
    const quoted = await post('/quote', basket())
    expect(quoted.body).toMatchObject({ total: app.total, problems: [], takesOnline: false })
    const { status, body } = await post('', { ...basket(), expectedTotal: quoted.body.total })
    expect([status, body.status, body.total, body.isByPhone]).toEqual([200, 'pending', app.total, true])
    expect(body).toMatchObject({ customerName: 'Devika Pillai', note: null })
    expect(body.events[0]).toMatchObject({ type: 'place', actorKind: 'staff', source: 'phone' })
    const [customer] = await world.db.selectFrom('customer').selectAll().where('phone', '=', '+919847012399').execute()
    expect([customer?.name, body.customer.id]).toEqual(['Devika Pillai', customer?.id])
    const list = await world.app.call('GET /orders?isByPhone=true', { as: world.admin })
    expect(list.body.rows.map(({ id }: { id: string }) => id)).toEqual([body.id])
    expect(
      (await world.app.call('GET /channel-keys', { as: world.admin })).body.rows.map(({ name }: { name: string }) => name),
    ).not.toContain('Phone order')
  })

  test('knows a caller by the whole number, with the addresses that are kept and those of the last orders, for whoever may find by it', async () => {
    const other = { ...home, line1: '7 Lake View' }
    const { id } = await addCustomer(world.db, { name: 'Rajan', phone: '+919847055599', addresses: JSON.stringify([home]) })
    await placed({ phone: '98470 55599', address: other })
    await placed({ phone: '98470 55599', address: home })
    const known = await post('/caller', { phone: '+91 98470-55599' })
    expect(known.body.caller).toMatchObject({ id, name: 'Rajan', orders: 2, flags: [] })
    expect(known.body.caller.addresses.map(({ line1 }: { line1: string }) => line1)).toEqual(['12 Hill Road', '7 Lake View'])
    expect((await post('/caller', { customerId: id })).body.caller.name).toBe('Rajan')
    const blind = await world.app.addStaff({ permissions: ['order.view', 'order.create'] })
    for (const body of [{ phone: '+919847055599' }, { customerId: id }])
      expect((await post('/caller', body, blind)).body).toEqual({ caller: null })
    const wrong = await post('/caller', { phone: '12345678901234567' })
    expect(Object.keys(wrong.body.error.fields)).toEqual(['body.phone'])
  })

  test('of a known customer needs no number typed, and goes to the number that is kept', async () => {
    const { id } = await addCustomer(world.db, { name: 'Sita', phone: '+919847055598' })
    const { phone: _, ...rest } = basket({ customerId: id, name: 'Sita' })
    const { body } = await post('/quote', rest)
    const made = await post('', { ...rest, expectedTotal: body.total })
    expect([made.status, made.body.customer?.id]).toEqual([200, id])
    const neither = await post('', { ...basket(), phone: undefined, expectedTotal: body.total })
    expect([neither.status, neither.body.error.fields]).toEqual([422, { 'body.phone': 'is required' }])
  })

  test('of whoever may open the customer tells their number in part, and that they asked to be erased', async () => {
    const { id } = await addCustomer(world.db, { name: 'Hema', phone: '+919847055588' })
    const reader = await world.app.addStaff({ permissions: ['order.view', 'order.create', 'customer.view'] })
    const told = async (as?: Caller) => (await post('/caller', { customerId: id }, as)).body.caller
    expect(await told(world.admin)).toMatchObject({ id, phone: '+919847055588', isToBeErased: false })
    await sql`update customer set erasure = 'asked', erasure_reason = 'By mail', erasure_asked_at = now(), erasure_asked_by = 'Care' where id = ${id}`.execute(
      world.db,
    )
    expect(await told(reader)).toMatchObject({ id, phone: '+91 98••• ••588', isToBeErased: true })
  })

  test('searches stores by their name where no address is given, and keeps the one that is chosen', async () => {
    const branch = await world.db.selectFrom('branch').selectAll().where('id', '=', world.store.branch_id).executeTakeFirstOrThrow()
    // More than are looked at, all before the one that is meant.
    for (let at = 0; at < 201; at++) await addStore(world.db, { branch, display_name: `Aaa ${String(at).padStart(3, '0')}` })
    const last = await addStore(world.db, { branch, display_name: 'Zamorin’s Café' })
    const found = async (given: object) =>
      (await post('/stores', { orderType: 'pickup', ...given })).body.rows.map(({ id }: { id: string }) => id)
    expect((await found({})).includes(last.id)).toBe(false)
    expect(await found({ q: 'zamorin' })).toEqual([last.id])
    expect((await found({ storeId: last.id }))[0]).toBe(last.id)
    const both = await found({ q: 'zamorin', storeId: world.store.id })
    expect(both).toEqual([world.store.id, last.id])
  })

  test('of a shut store is told when it opens, with the slot for which it can be had then', async () => {
    const store = await addStore(world.db, { branch: world.branch, display_name: 'Harbour Bakes' })
    const given = { storeId: store.id, lines: [{ itemId: (await addItem(world.db, store)).id, quantity: 2 }] }
    const quoted = async (more: object = {}) => (await post('/quote', basket({ ...given, ...more }))).body
    expect(await quoted()).toMatchObject({ problems: [], nextSlot: null })
    const opens = addMinutes(world.clock.instant(), 50)
    await world.db.updateTable('store').set({ open_mode: 'paused', open_mode_until: opens }).where('id', '=', store.id).execute()
    const shut = await quoted()
    expect(shut).toMatchObject({
      problems: [{ field: 'slot', message: expect.stringContaining('Harbour Bakes is paused. Opens') }],
      nextSlot: { from: opens, to: addMinutes(opens, 60) },
    })
    const refused = await post('', { ...basket(given), expectedTotal: shut.total })
    expect([Object.keys(refused.body.error.fields), refused.body.error.current.nextSlot]).toEqual([['body.slot'], shut.nextSlot])
    expect(await quoted({ slot: shut.nextSlot })).toMatchObject({ problems: [], nextSlot: null })
    const made = await post('', { ...basket({ ...given, slot: shut.nextSlot }), expectedTotal: shut.total })
    expect([made.status, made.body.status, made.body.slotFrom]).toEqual([200, 'scheduled', opens])
  })

  test('is refused in words for what the menu, the address, the slot or the price say; nothing is stored', async () => {
    const count = async () => (await world.db.selectFrom('orders').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n
    const before = await count()
    const { body: quoted } = await post('/quote', basket())
    const far = await post('', { ...basket({ address: { ...home, point: { lat: 12, lng: 76 } } }), expectedTotal: quoted.total })
    expect([far.status, far.body.error.reason, Object.keys(far.body.error.fields)]).toEqual([
      422,
      'cannot-be-placed',
      ['body.address.point'],
    ])
    const past = { from: addMinutes(world.clock.instant(), -60), to: addMinutes(world.clock.instant(), -30) }
    expect(Object.keys((await post('', { ...basket({ slot: past }), expectedTotal: quoted.total })).body.error.fields)).toEqual([
      'body.slot.from',
    ])
    const other = await addItem(world.db, await addStore(world.db), { name: 'Elsewhere' })
    const strange = await post('/quote', basket({ lines: [{ itemId: other.id, quantity: 1 }] }))
    expect(strange.body.problems[0]).toMatchObject({ field: 'lines.0.itemId' })
    const dearer = await post('', { ...basket(), expectedTotal: { ...quoted.total, minor: quoted.total.minor - 100 } })
    expect([dearer.status, dearer.body.error.reason]).toEqual([409, 'price-changed'])
    expect(await count()).toBe(before)
  })

  test('sees stores that deliver to the address, open ones first, within the scope of whoever takes it', async () => {
    const { body } = await post('/stores', { orderType: 'delivery', point: home.point })
    expect(body.rows.find(({ id }: { id: string }) => id === world.store.id)).toMatchObject({
      isOpenNow: true,
      deliveryFee: { minor: 3_000 },
    })
    const far = { orderType: 'delivery', point: { lat: 12, lng: 76 } }
    expect((await post('/stores', far)).body.rows).toEqual([])
    const named = (await post('/stores', { ...far, q: 'fish cove' })).body.rows
    expect(named, 'one that is searched is there, and too far').toMatchObject([{ id: world.store.id, deliveryFee: null }])
    expect(named[0].km).toBeGreaterThan(200)
    const elsewhere = await world.app.addStaff({ permissions: ['order.view', 'order.create'], scope: { kind: 'branch', ids: [newId()] } })
    expect((await post('/stores', { orderType: 'pickup' }, elsewhere)).body.rows).toEqual([])
    expect((await world.app.call(`GET /phone-orders/stores/${world.store.id}/menu`, { as: elsewhere })).status).toBe(404)
    expect(Object.keys((await post('/quote', basket(), elsewhere)).body.error.fields)).toEqual(['body.storeId'])
    const officer = await enterAs(world.db, 'office-staff')
    expect((await post('/quote', basket(), officer)).status).toBe(401)
  })
})

describe('what is noted of a customer', () => {
  test('blocked: no order is taken, by an app or by phone; no cash: none that is paid in cash; until it ends', async () => {
    const phone = '+919847055597'
    const { id } = await addCustomer(world.db, { name: 'Binu', phone, flags: note('blocked') })
    const send = (given: object = {}) => {
      const body = { storeId: world.store.id, orderType: 'delivery', lines: [{ itemId: world.item.id, quantity: 2 }], address: home }
      const order = { ...body, externalId: newId(), customer: { name: 'Binu', phone }, payment: paidOnline(), ...given }
      return world.app.call('POST /channel/orders', { as: world.channel, body: order })
    }
    const codes = ({ body }: { body: { error: { current: { problems: { code: string }[] } } } }) =>
      body.error.current.problems.map(({ code }) => code)
    expect(codes(await send())).toEqual(['customer-blocked'])
    expect((await post('/quote', basket({ phone }))).body.problems).toEqual([
      { field: 'phone', message: 'Orders of this customer are not taken at present.' },
    ])
    await world.db
      .updateTable('customer')
      .set({ flags: note('no-cash') })
      .where('id', '=', id)
      .execute()
    expect(codes(await send({ payment: { method: 'cash' } }))).toEqual(['cash-not-taken'])
    expect((await send()).status).toBe(200)
    expect((await post('/quote', basket({ phone }))).body.problems).toEqual([
      { field: 'paymentMethod', message: 'Cash is not taken from this customer.' },
    ])
    const basketToQuote = { storeId: world.store.id, orderType: 'delivery', lines: [{ itemId: world.item.id, quantity: 2 }], address: home }
    const quoted = await world.app.call('POST /channel/quotes', {
      as: world.channel,
      body: { ...basketToQuote, customerPhone: phone, paymentMethod: 'cash' },
    })
    expect(quoted.body.problems.map(({ code }: { code: string }) => code)).toEqual(['cash-not-taken'])
    const over = JSON.stringify([{ ...JSON.parse(note('no-cash'))[0], until: addMinutes(world.clock.instant(), -1) }])
    await world.db.updateTable('customer').set({ flags: over }).where('id', '=', id).execute()
    expect((await send({ payment: { method: 'cash' } })).status).toBe(200)
  })
})
