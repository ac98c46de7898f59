import { areaContract, auditContract, cuisineContract, orderContract, type Permission, storeContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions } from '#db/partitions.ts'
import { systemContext } from '#kit/access/system-actor.ts'
import { bind } from '#kit/implement.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { areas } from '#modules/area/area.service.ts'
import { registerHistory } from '#modules/audit-history/history.service.ts'
import { cuisines } from '#modules/cuisine/cuisine.service.ts'
import { registerOrder } from '#modules/order/order.routes.ts'
import { registerStoreJobs } from '#modules/store/store.jobs.ts'
import { stores } from '#modules/store/store.service.ts'
import { addItem, addOrder, addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { changesOf } from './history.present.ts'

let app: TestApp
let staff: Caller

beforeAll(async () => {
  const contracts = { audit: auditContract, order: orderContract, store: storeContract, cuisine: cuisineContract, area: areaContract }
  app = await testApp({
    contracts,
    modules: [
      registerHistory,
      bind(storeContract, stores.handlers, registerStoreJobs),
      bind(cuisineContract, cuisines.handlers),
      bind(areaContract, areas.handlers),
      registerOrder,
    ],
  })
  const permissions: Permission[] = [
    'store.view',
    'store.edit',
    'store.operate',
    'setting.view',
    'setting.create',
    'setting.edit',
    'order.view',
  ]
  staff = await app.addStaff({ permissions, name: 'Priya Nair' })
  await ensurePartitions(app.database.db, '2026-11', '2026-11')
})
afterAll(() => app.close())

const history = (subject: string, query = '', as = staff) => app.call(`GET /history/${subject}${query}`, { as })

describe('the history of a record', () => {
  test('tells who changed what, newest first, with the changed fields alone', async () => {
    const store = await addStore(app.database.db)
    await app.call(`PATCH /stores/${store.id}`, { as: staff, body: { version: 1, prepMinutes: 35, maxOrdersPerQuarterHour: 4 } })
    await app.call(`POST /stores/${store.id}/open-mode`, { as: staff, body: { version: 2, mode: 'busy', until: null, reason: 'Rush' } })
    const { status, body } = await history(`store/${store.id}`)
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([
      { action: 'setOpenMode', actorName: 'Priya Nair', actorKind: 'staff', reason: 'Rush', entity: 'store', entityId: store.id },
      { action: 'update', reason: null },
    ])
    expect(body.rows[1].roleName, 'and what their role is called, where nothing else in it needs a name').toMatch(/\S/)
    expect(body.rows[1].changes).toEqual([
      { field: 'maxOrdersPerQuarterHour', old: null, new: 4 },
      { field: 'prepMinutes', old: 20, new: 35 },
    ])
    expect((await history(`store/${store.id}`, '?q=RUSH')).body.rows).toHaveLength(1)
  })

  test('pages by the number of the entry, and stays that cheap however long it is', async () => {
    const { body: row } = await app.call('POST /cuisines', { as: staff, body: { name: 'Arabic', sort: 0, active: true } })
    for (let version = 1; version <= 8; version++) {
      await app.call(`PATCH /cuisines/${row.id}`, { as: staff, body: { version, sort: version } })
    }
    const seen: (number | null)[] = []
    for (let cursor = ''; ; ) {
      const { body } = await history(`cuisine/${row.id}`, `?limit=4${cursor}`)
      seen.push(
        ...body.rows.map(
          ({ changes }: { changes: { field: string; new: number }[] }) => changes.find(({ field }) => field === 'sort')?.new ?? null,
        ),
      )
      if (!body.next) break
      cursor = `&cursor=${body.next}`
    }
    expect(seen).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
    await sql`insert into audit_entry (actor_kind, actor_name, action, entity, entity_id, request_id, new)
      select 'staff', 'Many', 'update', 'cuisine', ${row.id}, 'r', jsonb_build_object('sort', n) from generate_series(1, 4000) as n`.execute(
      app.database.db,
    )
    await sql`analyze audit_entry`.execute(app.database.db)
    const plans = await plansOf(app, () => history(`cuisine/${row.id}`, '?limit=4'))
    expect(scansOf(plans, 'audit_entry')).toMatchObject([{ looked: 5, index: 'audit_entry_entity_entity_id_entity_sequence_key' }])
    expect(plans.at(-1)?.sorts).toBe(0)
  })

  test('needs the permission and the scope that the record itself needs', async () => {
    const [mine, theirs] = [await addStore(app.database.db), await addStore(app.database.db)]
    const partner = await app.addStaff({ permissions: ['store.view'], scope: { kind: 'branch', ids: [mine.branch_id] } })
    expect((await history(`store/${mine.id}`, '', partner)).body.rows).toEqual([])
    expect((await history(`store/${theirs.id}`, '', partner)).status).toBe(404)
    const refused = await history(`area/${mine.area_id}`, '', partner)
    expect(refused.status).toBe(401)
    expect(refused.body.error).toMatchObject({ kind: 'not-permitted', fields: { permission: 'setting.view' } })
    expect((await history(`area/${mine.area_id}`)).status).toBe(200)
  })

  test('says what ids in it are called, and leaves out those of nothing', async () => {
    const store = await addStore(app.database.db)
    const item = await addItem(app.database.db, store, { name: 'Appam' })
    const gone = crypto.randomUUID()
    await unitOfWork(systemContext(app.services, 'test'), async (work) => {
      const change = { old: { branch_id: store.branch_id, rider_id: null }, new: { branch_id: null, rider_id: gone, item_ids: [item.id] } }
      const place = { branchId: store.branch_id, storeId: store.id }
      work.record({ entity: 'store', id: store.id, version: 2, action: 'update', ...change, permission: 'store.view', ...place })
    })
    const branch = await app.database.db.selectFrom('branch').select('name').where('id', '=', store.branch_id).executeTakeFirstOrThrow()
    expect((await history(`store/${store.id}`)).body.rows[0].names).toEqual({ [store.branch_id]: branch.name, [item.id]: 'Appam' })
  })

  test.each(['store/not-an-id', `store/${crypto.randomUUID()}`, 'session/x', 'constructor/x', 'setting/no.such', 'staff/1'])(
    'of %s there is none',
    async (subject) => {
      const admin = await app.addStaff({ isAdmin: true })
      expect((await history(subject, '', admin)).status).toBe(404)
    },
  )

  test('hides what identifies a customer from whoever may not see it on the order either', async () => {
    const store = await addStore(app.database.db)
    const order = await addOrder(app.database.db, store, { at: '2026-11-20T08:00:00.000Z' })
    await unitOfWork(systemContext(app.services, 'test'), async (work) => {
      const old = { customer_phone: null, address: null, note: null }
      const current = { customer_phone: '+919847012345', address: { line1: 'Marine Drive 4' }, note: 'No onion' }
      const place = { branchId: store.branch_id, storeId: store.id }
      work.record({ entity: 'order', id: order.id, version: 1, action: 'place', old, new: current, permission: 'order.view', ...place })
    })
    const masked = (await history(`order/${order.id}`)).body.rows[0].changes
    expect(masked).toEqual([
      { field: 'address', old: null, new: '[hidden]' },
      { field: 'customerPhone', old: null, new: '[hidden]' },
      { field: 'note', old: null, new: 'No onion' },
    ])
    const seer = await app.addStaff({ permissions: ['order.view', 'order.reveal'] })
    const seen = (await history(`order/${order.id}`, '', seer)).body.rows[0].changes
    expect(seen[0].new).toEqual({ line1: 'Marine Drive 4' })
    // What the contract masks is kept in no entry in clear.
    expect(seen[1].new).toBe('+91 98••• ••345')
  })
})

test('a difference names what changed by the names of the API and leaves out what every write touches', () => {
  const [old, current] = [
    { id: 1, version: 1, updated_at: 'a', display_name: 'A', tags: [1] },
    { id: 1, version: 2, updated_at: 'b', display_name: 'B', tags: [1] },
  ]
  expect(changesOf(old, current, 'INR')).toEqual([{ field: 'displayName', old: 'A', new: 'B' }])
  expect(changesOf(null, { name: 'A', active: false }, 'INR')).toEqual([
    { field: 'active', old: null, new: false },
    { field: 'name', old: null, new: 'A' },
  ])
  expect(changesOf(5, 6, 'INR')).toEqual([{ field: 'value', old: 5, new: 6 }])
  expect(changesOf(null, null, 'INR')).toEqual([])
})

test('amounts and places are told in the shapes of the API', () => {
  expect(changesOf({ min_basket_minor: 10_000, lat: 9.9, lng: 76.2 }, { min_basket_minor: 15_000, lat: 10, lng: 76.3 }, 'INR')).toEqual([
    { field: 'minBasket', old: { minor: 10_000, currency: 'INR' }, new: { minor: 15_000, currency: 'INR' } },
    { field: 'point', old: { lat: 9.9, lng: 76.2 }, new: { lat: 10, lng: 76.3 } },
  ])
  expect(changesOf(null, { currency: 'EUR', total_minor: 100 }, 'INR')).toEqual([
    { field: 'total', old: null, new: { minor: 100, currency: 'EUR' } },
  ])
})
