import {
  addMinutes,
  allContracts,
  type Contract,
  currentInstant,
  type NamedEndpoint,
  newId,
  type OrderStatus,
  type Reason,
  type StaffStatus,
} from '@larder/contract'
import { sql } from 'kysely'
import { ensureCurrentPartitions } from '../../src/db/partitions.ts'
import { hashPassword } from '../../src/kit/access/passwords.ts'
import { installOrderReference } from '../../src/modules/order/order.install.ts'
import { installBuiltInRoles } from '../../src/modules/role/role-install.service.ts'
import { createStaff } from '../../src/modules/staff/staff.install.ts'
import { addArea, addBranch, addCrate, addCustomer, addMachine, addOrder, addRider, addStore } from '../factories.ts'
import { importExamples } from '../imports.ts'
import { pngOf } from '../pictures.ts'
import { enterAgain } from '../role-people.ts'
import { protect } from '../second-factor.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { alertExamples } from './alert-examples.ts'
import { callApproved } from './approved.ts'
import { cashExamples } from './cash-examples.ts'
import { keyExamples } from './key-examples.ts'
import { mailExamples } from './mail-examples.ts'
import { orderEditExamples } from './order-edit-examples.ts'
import { type Around, recordExamples } from './record-examples.ts'
import { refundExamples } from './refund-examples.ts'
import { settingExamples } from './setting-examples.ts'
import { signInExamples } from './sign-in-examples.ts'
import { viewExamples } from './view-examples.ts'

/** One good call of a write: path parameters, body, its media type where it is a file, and who calls where it is not an admin or the channel key. */
export interface Example {
  params?: Record<string, string>
  body?: unknown
  type?: string
  headers?: Record<string, string>
  as?: Caller
}

const password = 'a-good-long-password'

/** One good call for every write of the contract, by the endpoint's name; each makes what it needs first. */
export async function writeExamples(
  app: TestApp,
  { admin, otherAdmin, channel }: Record<'admin' | 'otherAdmin' | 'channel', Caller>,
): Promise<Record<string, () => Promise<Example>>> {
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
  const known = { branch: branch.id, area: area.id, store: store.id, role: role.id, item: item.id, crate: (await addCrate(db)).id }
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
  const staffMember = (status: StaffStatus = 'active') =>
    createStaff(db, {
      email: `${newId()}@larder.test`,
      name: 'Somebody',
      role: { key: 'office-staff' },
      scope: { kind: 'all', ids: [] },
      passwordHash: 'none',
      status,
    })
  /** The token of an invitation that somebody has just got. */
  const invited = async () => {
    const { id } = await staffMember('invited')
    const answer = await app.call(`POST /staff/${id}/invite`, { as: admin, body: { version: 1 } })
    return String(answer.body.inviteToken)
  }
  const created = async (address: string, body: object, as = admin): Promise<string> => {
    const answer = await app.call(`POST ${address}`, { as, body })
    if (answer.status !== 200) throw new Error(`${address} answered ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const done: Around['done'] = async (endpoint, example) => {
    const answer = await callApproved(app, endpoint, example, admin, otherAdmin)
    if (answer.status !== 200) throw new Error(`${endpoint.name} answered ${JSON.stringify(answer.body)}`)
    return answer.body
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
  const begun = () => ({ resource: 'area', name: `Area ${newId()}`, step: 1, typed: '{"name":"Vypin"}' })
  const viewDraft = () => ({ resource: 'order', name: 'Mine', query: { status: 'late' }, isShared: false })

  // Of one person so many tasks wait and no more.
  const somebody = () => app.addStaff({ isAdmin: true, name: 'Test Person' })
  const exported = sends
    .filter(({ shape }) => shape.exports)
    .map(({ name }) => [name, async () => ({ as: await somebody(), body: { format: 'csv', query: {} } })])
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
    ...recordExamples(Object.values<Contract>(allContracts), { known, done }),
    ...Object.fromEntries(exported),
    ...importExamples(sends, somebody),
    ...keyExamples(app, admin, store),
    ...cashExamples(app, store, otherAdmin),
    ...refundExamples(app, orderIn),
    ...orderEditExamples(app, admin, orderIn),
    'task.cancel': () => task('queued'),
    'task.retry': () => task('failed'),
    'task.markRead': () => task('done'),
    'store.setOpenModeOfMany': async () => ({
      as: await somebody(),
      body: { query: { areaId: area.id }, act: { mode: 'paused', until: null } },
    }),

    'file.create': async () => ({ body: pngOf(), type: 'image/png' }),

    'channel.placeOrder': async () => ({
      body: { ...basket, externalId: newId(), customer: { name: 'Meera', phone: '+919847012345' }, payment: { method: 'cash' } },
    }),
    'channel.quote': async () => ({ body: basket }),
    'channel.positions': async () => ({
      params: { id: (await addRider(db, branch)).id },
      body: { point: { lat: 9.95, lng: 76.25 }, at: currentInstant() },
    }),
    'channel.heartbeat': async () => ({ params: { id: (await addMachine(db, store)).id }, body: {} }),
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
    'order.print': async () => ({ params: { id: await orderIn('pending') }, body: { document: 'receipt', paper: 'roll' } }),
    // An address takes so many within an hour.
    'order.mailReceipt': async () => ({ params: { id: await orderIn('pending') }, body: { to: `${newId()}@larder.test` } }),
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
    ...signInExamples(app, password),
    'session.readInvite': async () => ({ body: { token: await invited() } }),
    'session.acceptInvite': async () => ({ body: { token: await invited(), password } }),
    'staff.create': async () => ({
      body: {
        firstSignIn: 'invitation',
        name: 'New Person',
        phone: null,
        expiresAt: null,
        email: `${newId()}@larder.test`,
        roleId: role.id,
        scope: { kind: 'all', ids: [] },
      },
    }),
    'staff.update': async () => at((await staffMember()).id, { name: 'Other Name' }),
    'setup.confirm': async () => ({ params: { step: (await db.deleteFrom('setup_step').execute()) && 'tax' }, body: {} }),
    'audit-verdict.verify': async () => ({ body: {} }),
    'staff.changeRole': async () => at((await staffMember()).id, { roleId: role.id, scope: { kind: 'branch', ids: [branch.id] } }),
    'staff.suspend': async () => at((await staffMember()).id, { reason: 'On leave' }),
    'staff.reactivate': async () => at((await staffMember('suspended')).id, { reason: 'Back' }),
    'staff.deactivate': async () => at((await staffMember()).id, { reason: 'Left the company' }),
    'staff.invite': async () => at((await staffMember('invited')).id, {}),
    'staff.removeSecondFactor': async () => {
      const { id } = await staffMember()
      await protect(app, { id, token: await enterAgain(db, id) })
      return at(id, { version: 2, reason: 'Lost the phone' })
    },
    'staff.resetPassword': async () => at((await staffMember()).id, {}),
    'staff.endSessions': async () => at((await staffMember()).id, {}),
    'staff.endSession': async () => {
      const { id } = await staffMember()
      await enterAgain(db, id)
      const session = await db.selectFrom('session').select('id').where('staff_id', '=', id).executeTakeFirstOrThrow()
      return at(id, { sessionId: session.id })
    },

    ...mailExamples(app),

    ...alertExamples(app, admin),
    ...viewExamples(app, somebody, { roleId: role.id, personOf: async () => (await staffMember()).id }),
    ...settingExamples(app, admin),
    'approval.create': async () => ({ body: await requestBody() }),
    'approval.approve': async () => at(await requestedBy(checker), {}),
    'approval.refuse': async () => at(await requestedBy(checker), { reason: 'Not before the new year' }),
    'approval.withdraw': async () => at(await requestedBy(admin), {}),

    'order-status.update': async () => {
      const { id, version } = await db.selectFrom('order_status').selectAll().where('status', '=', 'ready').executeTakeFirstOrThrow()
      return { params: { id }, body: { version, label: `Packed ${version}` } }
    },
    'draft.create': async () => ({ body: begun() }),
    'draft.update': async () => at(await created('/drafts', begun()), { step: 2 }),
    'draft.remove': async () => at(await created('/drafts', begun()), {}),

    'saved-view.create': async () => ({ body: viewDraft() }),
    'saved-view.update': async () => at(await created('/saved-views', viewDraft()), { name: 'Ours' }),
    'saved-view.remove': async () => at(await created('/saved-views', viewDraft()), {}),
  }

  async function reasonOf(kind: Reason['kind']): Promise<string> {
    const { code } = await db.selectFrom('order_reason').select('code').where('kind', '=', kind).orderBy('sort').executeTakeFirstOrThrow()
    return code
  }
}

/** Every endpoint that takes something, whether it leaves a record of it or not. */
export const sends: readonly NamedEndpoint[] = Object.values<Contract>(allContracts)
  .flatMap((contract) => Object.values(contract))
  .filter(({ method }) => method !== 'GET')

/** Every endpoint that changes something and leaves a record of it. */
export const writes = sends.filter(({ shape }) => !shape.unaudited)
