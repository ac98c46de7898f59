import { currentInstant, newId, type OrderStatus, type Reason, type StaffStatus } from '@larder/contract'
import { ensureCurrentPartitions } from '../../src/db/partitions.ts'
import { installOrderReference } from '../../src/modules/order/order.install.ts'
import { installBuiltInRoles } from '../../src/modules/role/role-install.service.ts'
import { createStaff } from '../../src/modules/staff/staff.install.ts'
import { addArea, addBranch, addCrate, addOrder, addStore } from '../factories.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { callApproved } from './approved.ts'
import type { Around } from './record-examples.ts'

/** One good call of a write: path parameters, body, its media type where it is a file, and who calls where it is not an admin or the channel key. */
export interface Example {
  params?: Record<string, string>
  body?: unknown
  type?: string
  headers?: Record<string, string>
  as?: Caller
}

/** What each file of `examples` has: by the endpoint's name, a good call that makes what it needs first. */
export type Examples = (world: World) => Record<string, () => Promise<Example>>
export type World = Awaited<ReturnType<typeof worldOf>>

/** What people sign in with here. */
export const password = 'a-good-long-password'

/** A place with a store that sells something, who may do all of it, and how records come to be that calls are about. */
export async function worldOf(app: TestApp, { admin, otherAdmin, channel }: Record<'admin' | 'otherAdmin' | 'channel', Caller>) {
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
  const staffMember = (status: StaffStatus = 'active') =>
    createStaff(db, {
      email: `${newId()}@larder.test`,
      name: 'Somebody',
      role: { key: 'office-staff' },
      scope: { kind: 'all', ids: [] },
      passwordHash: 'none',
      status,
    })
  // Of one person so many tasks wait and no more.
  const somebody = () => app.addStaff({ isAdmin: true, name: 'Test Person' })
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
  const doneByOther: Around['doneByOther'] = async (endpoint, example) => {
    const { status, body } = await callApproved(app, endpoint, example, otherAdmin, admin)
    if (status !== 200) throw new Error(`${endpoint.name} answered ${JSON.stringify(body)}`)
    return (await app.call(`GET ${endpoint.path}/${body.id}`, { as: admin })).body
  }
  async function reasonOf(kind: Reason['kind']): Promise<string> {
    const { code } = await db.selectFrom('order_reason').select('code').where('kind', '=', kind).orderBy('sort').executeTakeFirstOrThrow()
    return code
  }

  return {
    ...{ app, db, admin, otherAdmin, channel, branch, area, store, role, item, known },
    ...{ at, orderIn, staffMember, somebody, created, done, doneByOther, reasonOf },
  }
}
