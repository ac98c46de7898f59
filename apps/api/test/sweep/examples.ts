import {
  addMinutes,
  allContracts,
  type Contract,
  currentInstant,
  type NamedEndpoint,
  newId,
  type OrderStatus,
  type Reason,
} from '@larder/contract'
import { sql } from 'kysely'
import { ensureCurrentPartitions } from '../../src/db/partitions.ts'
import { hashPassword } from '../../src/kit/access/passwords.ts'
import { installOrderReference } from '../../src/modules/order/order.install.ts'
import { installBuiltInRoles } from '../../src/modules/role/role-install.service.ts'
import { createStaff } from '../../src/modules/staff/staff.install.ts'
import { addArea, addBranch, addCustomer, addOrder, addRider, addStore, square } from '../factories.ts'
import { pngOf } from '../pictures.ts'
import { inr } from '../rupees.ts'
import type { Caller, TestApp } from '../test-app.ts'

/** One good call of a write: path parameters, body, its media type where it is a file, and who calls where it is not an admin or the channel key. */
export interface Example {
  params?: Record<string, string>
  body?: unknown
  type?: string
  as?: Caller
}

const password = 'a-good-long-password'

/** One good call for every write of the contract, by the endpoint's name; each makes what it needs first. */
export async function writeExamples(app: TestApp, admin: Caller, channel: Caller): Promise<Record<string, () => Promise<Example>>> {
  const { db } = app.database
  await ensureCurrentPartitions(db, currentInstant())
  await installBuiltInRoles(db)
  await installOrderReference(db)
  const branch = await addBranch(db)
  const area = await addArea(db, branch)
  const store = await addStore(db, { branch, area })
  const role = await db.selectFrom('role').select('id').where('key', '=', 'office-staff').executeTakeFirstOrThrow()
  const category = await db
    .insertInto('menu_category')
    .values({ id: newId(), store_id: store.id, name: 'Meals' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db
    .insertInto('item')
    .values({ id: newId(), store_id: store.id, category_id: category.id, sku: 'M-1', name: 'Meals', unit: 'pc', price_minor: 50_000 })
    .returning('id')
    .executeTakeFirstOrThrow()

  const address = {
    line1: '12 Marine Drive',
    line2: null,
    locality: 'Ernakulam',
    postalCode: '682031',
    point: { lat: 9.95, lng: 76.25 },
    instructions: null,
  }
  const basket = { storeId: store.id, orderType: 'delivery', lines: [{ itemId: item.id, quantity: 2 }], address }
  const lookup = (word: string) => ({ name: `${word} ${newId()}`, sort: 1, active: true })
  const at = (id: string, body: object) => ({ params: { id }, body: { version: 1, ...body } })

  async function orderIn(status: OrderStatus, given: Parameters<typeof addOrder>[2] = {}): Promise<string> {
    const order = await addOrder(db, store, {
      status,
      channel_id: channel.id,
      details: JSON.stringify({ vertical: 'restaurant', cutlery: false }),
      ...given,
    })
    return order.id
  }
  const assigned = async () => ({ rider_id: (await addRider(db, branch)).id, delivery_state: 'assigned' as const })
  const carried = async () => ({ ...(await assigned()), delivery_state: 'picked' as const })
  const staffMember = (status: 'active' | 'suspended' = 'active') =>
    createStaff(db, {
      email: `${newId()}@larder.test`,
      name: 'Somebody',
      role: { key: 'office-staff' },
      scope: { kind: 'all', ids: [] },
      passwordHash: 'none',
      status,
    })
  const created = async (address: string, body: object, as = admin): Promise<string> => {
    const answer = await app.call(`POST ${address}`, { as, body })
    if (answer.status !== 200) throw new Error(`${address} answered ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const checker = await app.addStaff({
    name: 'Somebody else',
    permissions: ['approval.view', 'setting.view', 'setting-tax.edit', 'setting-tax.approve'],
  })
  /** A request for the other of two tax regimes, once nobody else waits for one. */
  const requestBody = async () => {
    await sql`update approval set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(db)
    const { rows } = await sql<{
      version: number
      value: string
    }>`select version, value from setting where key = 'installation.taxRegime'`.execute(db)
    const body = { version: rows[0]?.version ?? 0, value: rows[0]?.value === 'simple' ? 'in-gst' : 'simple' }
    return { operation: 'setting.changeTax', params: { id: 'installation.taxRegime' }, body, reason: 'As from the new year' }
  }
  const requestedBy = async (as: Caller) => created('/approvals', await requestBody(), as)
  const machine = async () => {
    const till = { id: newId(), store_id: store.id, kind: 'till', serial: newId() }
    return (await db.insertInto('machine').values(till).returning('id').executeTakeFirstOrThrow()).id
  }
  const areaDraft = () => ({
    branchId: branch.id,
    name: `Area ${newId()}`,
    polygon: square,
    feeTiers: [{ maxKm: 5, fee: inr(2500) }],
    minBasket: inr(0),
    surgePpm: 0,
    active: true,
  })
  const begun = () => ({ resource: 'area', name: `Area ${newId()}`, step: 1, typed: '{"name":"Vypin"}' })
  const crateDraft = () => ({
    code: newId().slice(-12),
    name: 'Crate',
    size: 'small',
    capacityGrams: 9000,
    deposit: inr(10_000),
    stock: 3,
    active: true,
  })
  const locationDraft = () => ({ areaId: area.id, name: `Place ${newId()}`, point: { lat: 9.95, lng: 76.25 }, active: true })
  const categoryTypeDraft = () => ({ vertical: 'grocery', ...lookup('Type') })
  const viewDraft = () => ({ resource: 'order', name: 'Mine', query: { status: 'late' }, isShared: false })

  const lookups = (entity: string, path: string, draft: () => object) => ({
    [`${entity}.create`]: async () => ({ body: draft() }),
    [`${entity}.update`]: async () => at(await created(path, draft()), { active: false }),
    [`${entity}.remove`]: async () => at(await created(path, draft()), {}),
  })

  // Of one person so many tasks wait and no more.
  const somebody = () => app.addStaff({ isAdmin: true, name: 'Test Person' })
  const exported = (...entities: string[]) =>
    Object.fromEntries(
      entities.map((entity) => [`${entity}.export`, async () => ({ as: await somebody(), body: { format: 'csv', query: {} } })]),
    )
  /** A task of somebody's own, as it stands; none of it runs. */
  const task = async (status: 'queued' | 'done' | 'failed') => {
    const as = await somebody()
    const facts = { kind: 'export', title: `Orders ${newId()}`, parameters: '{}', status }
    const { id } = await db
      .insertInto('task')
      .values({ id: newId(), staff_id: as.id, ...facts, start_after: '2999-01-01T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { as, ...at(id, {}) }
  }

  return {
    ...exported('area', 'category-type', 'crate', 'cuisine', 'customer', 'order', 'rider', 'staff', 'store', 'store-location'),
    'task.cancel': () => task('queued'),
    'task.retry': () => task('failed'),
    'task.markRead': () => task('done'),
    'store.setOpenModeOfMany': async () => ({
      as: await somebody(),
      body: { query: { areaId: area.id }, act: { mode: 'paused', until: null } },
    }),

    ...lookups('area', '/areas', areaDraft),
    ...lookups('category-type', '/category-types', categoryTypeDraft),
    ...lookups('cuisine', '/cuisines', () => lookup('Cuisine')),
    ...lookups('crate', '/crates', crateDraft),
    ...lookups('store-location', '/store-locations', locationDraft),

    'file.create': async () => ({ body: pngOf(), type: 'image/png' }),

    'channel.placeOrder': async () => ({
      body: { ...basket, externalId: newId(), customer: { name: 'Meera', phone: '+919847012345' }, payment: { method: 'cash' } },
    }),
    'channel.quote': async () => ({ body: basket }),
    'channel.positions': async () => ({
      params: { id: (await addRider(db, branch)).id },
      body: { point: { lat: 9.95, lng: 76.25 }, at: currentInstant() },
    }),
    'channel.heartbeat': async () => ({ params: { id: await machine() }, body: {} }),
    'channel.orderEvent': async () => ({
      params: { id: await orderIn('pending') },
      body: { type: 'accept', as: 'store', prepMinutes: 15 },
    }),
    'channel.cart': async () => ({ body: { cartId: newId(), storeId: store.id, type: 'opened' } }),
    'channel.device': async () => ({ body: { ownerKind: 'guest', platform: 'web', pushToken: newId() } }),
    'channel.review': async () => ({
      body: { orderId: await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done' }), food: 5 },
    }),
    'channel.feedback': async () => ({ body: { kind: 'praise', text: 'Good.' } }),

    'order.release': async () =>
      at(
        await orderIn('scheduled', {
          timing: 'slot',
          slot_from: addMinutes(currentInstant(), 90),
          slot_to: addMinutes(currentInstant(), 120),
        }),
        {},
      ),
    'order.accept': async () => at(await orderIn('pending'), { prepMinutes: 20 }),
    'order.reject': async () => at(await orderIn('pending'), { reason: await reasonOf('reject') }),
    'order.delay': async () =>
      at(await orderIn('accepted', { promised_at: currentInstant(), accepted_at: currentInstant() }), { minutes: 10 }),
    'order.startPreparing': async () => at(await orderIn('accepted'), {}),
    'order.markReady': async () => at(await orderIn('preparing'), {}),
    'order.packWeights': async () => {
      const id = await orderIn('accepted', {
        vertical: 'fish',
        details: JSON.stringify({ vertical: 'fish', cleaning: 'whole', iced: true }),
      })
      await db
        .insertInto('order_line')
        .values({
          order_id: id,
          line: 1,
          name: 'Seer fish',
          unit: 'kg',
          quantity: 1,
          unit_price_minor: 50_000,
          ordered_grams: 1000,
          amount_minor: 50_000,
        })
        .execute()
      return at(id, { lines: [{ line: 1, packedGrams: 950 }] })
    },
    'order.assignRider': async () => at(await orderIn('accepted'), { riderId: (await addRider(db, branch)).id }),
    'order.unassignRider': async () => at(await orderIn('accepted', await assigned()), {}),
    'order.pickUp': async () => at(await orderIn('ready', await assigned()), { reason: await reasonOf('on-behalf') }),
    'order.deliver': async () =>
      at(await orderIn('picked_up', { ...(await carried()), payment_state: 'captured' }), { reason: await reasonOf('on-behalf') }),
    'order.collect': async () => at(await orderIn('ready', { order_type: 'pickup', payment_state: 'captured' }), {}),
    'order.fail': async () => at(await orderIn('picked_up', await carried()), { reason: await reasonOf('fail') }),
    'order.cancel': async () => at(await orderIn('accepted'), { reason: await reasonOf('cancel') }),
    'order.restore': async () =>
      at(await orderIn('cancelled', { payment_state: 'due', payment_method: 'cash', ended_at: currentInstant() }), {
        reason: await reasonOf('restore'),
      }),
    'order.claim': async () => at(await orderIn('pending'), {}),
    'order.unclaim': async () =>
      at(await orderIn('pending', { claimed_by: admin.id, claimed_name: 'Test Person', claimed_at: currentInstant() }), {}),
    'order.addNote': async () => ({ params: { id: await orderIn('pending') }, body: { text: 'Called the store.', isInternal: true } }),

    'order.reveal': async () => ({
      params: { id: await orderIn('pending') },
      body: { field: 'customerPhone', reason: 'The rider is lost' },
    }),
    'customer.reveal': async () => ({ params: { id: (await addCustomer(db)).id }, body: { field: 'phone', reason: 'Asked to call back' } }),

    'store.update': async () => at((await addStore(db, { branch, area })).id, { prepMinutes: 25 }),
    'store.setOpenMode': async () =>
      at((await addStore(db, { branch, area })).id, { mode: 'busy', until: addMinutes(currentInstant(), 60) }),
    'store.suspend': async () => at((await addStore(db, { branch, area })).id, { reason: 'Licence ended' }),
    'store.reinstate': async () => at((await addStore(db, { branch, area, status: 'suspended' })).id, { reason: 'Licence renewed' }),

    'session.login': async () => {
      const email = `${newId()}@larder.test`
      await createStaff(db, {
        email,
        name: 'Somebody',
        role: { key: 'office-staff' },
        scope: { kind: 'all', ids: [] },
        passwordHash: await hashPassword(password),
      })
      return { body: { email, password } }
    },
    'session.logout': async () => ({ as: await app.addStaff() }),
    'session.revoke': async () => {
      const as = await app.addStaff()
      const { id } = await db.selectFrom('session').select('id').where('staff_id', '=', as.id).executeTakeFirstOrThrow()
      return { as, params: { id } }
    },
    'session.revokeOthers': async () => ({ as: await app.addStaff() }),
    'session.changePassword': async () => {
      const as = await app.addStaff()
      await db
        .updateTable('staff')
        .set({ password_hash: await hashPassword(password) })
        .where('id', '=', as.id)
        .execute()
      return { as, body: { current: password, next: `${password}-2` } }
    },

    'staff.create': async () => ({
      body: {
        name: 'New Person',
        phone: null,
        expiresAt: null,
        email: `${newId()}@larder.test`,
        roleId: role.id,
        scope: { kind: 'all', ids: [] },
      },
    }),
    'staff.update': async () => at((await staffMember()).id, { name: 'Other Name' }),
    'staff.changeRole': async () => at((await staffMember()).id, { roleId: role.id, scope: { kind: 'branch', ids: [branch.id] } }),
    'staff.suspend': async () => at((await staffMember()).id, { reason: 'On leave' }),
    'staff.reactivate': async () => at((await staffMember('suspended')).id, { reason: 'Back' }),
    'staff.resetPassword': async () => at((await staffMember()).id, {}),

    'setting.changeTax': async () => ({ params: { id: 'tax.deliveryPpm' }, body: { version: 0, value: 50_000 } }),
    'approval.create': async () => ({ body: await requestBody() }),
    'approval.approve': async () => at(await requestedBy(checker), {}),
    'approval.refuse': async () => at(await requestedBy(checker), { reason: 'Not before the new year' }),
    'approval.withdraw': async () => at(await requestedBy(admin), {}),

    'setting.change': async () => ({ params: { id: 'order.warnMinutes' }, body: { version: 0, value: 4 } }),

    'draft.create': async () => ({ body: begun() }),
    'draft.update': async () => at(await created('/drafts', begun()), { step: 2 }),
    'draft.remove': async () => at(await created('/drafts', begun()), {}),

    'saved-view.create': async () => ({ body: viewDraft() }),
    'saved-view.update': async () => at(await created('/saved-views', viewDraft()), { name: 'Ours' }),
    'saved-view.remove': async () => at(await created('/saved-views', viewDraft()), {}),
  }

  async function reasonOf(kind: Reason['kind']): Promise<string> {
    const { code } = await db
      .selectFrom('reason')
      .select('code')
      .where('kind', '=', kind)
      .orderBy('sort')
      .limit(1)
      .executeTakeFirstOrThrow()
    return code
  }
}

/** Every endpoint that takes something, whether it leaves a record of it or not. */
export const sends: readonly NamedEndpoint[] = Object.values<Contract>(allContracts)
  .flatMap((contract) => Object.values(contract))
  .filter(({ method }) => method !== 'GET')

/** Every endpoint that changes something and leaves a record of it. */
export const writes = sends.filter(({ shape }) => !shape.unaudited)
