import { type Permission, storeContract } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { movableClock } from '#kit/clock.ts'
import { bind } from '#kit/implement.ts'
import { registerStoreJobs } from '#modules/store/store.jobs.ts'
import { stores } from '#modules/store/store.service.ts'
import { addArea, addBranch, addOrder, addStore } from '../../../test/factories.ts'
import { plansOf, scansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const all: Permission[] = ['store.view', 'store.edit', 'store.operate', 'store-status.operate']
// A Friday, 13:30 in Kochi.
const clock = movableClock(Date.parse('2026-11-20T08:00:00.000Z'))
let app: TestApp
let staff: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { store: storeContract },
    modules: [bind(storeContract, stores.handlers, registerStoreJobs)],
    clock,
  })
  staff = await app.addStaff({ permissions: all, name: 'Priya Nair' })
})
afterAll(() => app.close())

const get = (id: string, as = staff) => app.call(`GET /stores/${id}`, { as })
const act = (id: string, verb: string, body: object, as = staff) => app.call(`POST /stores/${id}/${verb}`, { as, body })
const list = async (query: string, as = staff) => (await app.call(`GET /stores?${query}`, { as })).body
const namesOf = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)

describe('the list', () => {
  test('is found by any part of a name, the number or the phone as people group it', async () => {
    const { branch_id: branchId } = await addStore(app.database.db, { display_name: 'Fish Cove', phone: '+914842999111' })
    for (const q of ['COVE', 'sh co', '0484 2999', '+91 484 299-9111'])
      expect(namesOf(await list(`q=${encodeURIComponent(q)}`))).toEqual(['Fish Cove'])
    expect(namesOf(await list('q=no_such%25'))).toEqual([])
    expect(namesOf(await list(`q=cove&branchId=${branchId}`))).toEqual(['Fish Cove'])
  })

  test('is cut by vertical, status, area, licence and idleness, and sorted with every row once', async () => {
    const branch = await addBranch(app.database.db)
    const area = await addArea(app.database.db, branch)
    const base = { branch, area }
    await addStore(app.database.db, { ...base, display_name: 'A', licence_expires_on: '2026-12-01', last_order_at: '2026-11-19T00:00:00Z' })
    await addStore(app.database.db, { ...base, display_name: 'B', licence_expires_on: '2027-06-01', last_order_at: '2026-10-19T00:00:00Z' })
    await addStore(app.database.db, { ...base, display_name: 'C', status: 'suspended' })
    await addStore(app.database.db, { ...base, display_name: 'C', vertical: 'cakes', last_order_at: '2026-11-19T00:00:00Z' })
    const of = (query: string) => list(`areaId=${area.id}&${query}`).then(namesOf)
    expect(await of('vertical=cakes')).toEqual(['C'])
    expect(await of('status=suspended')).toEqual(['C'])
    expect(await of('licenceWithinDays=30')).toEqual(['A'])
    expect(await of('idleDays=14')).toEqual(['B', 'C'])
    for (const sort of ['name', '-name', 'lastOrderAt', '-lastOrderAt', 'createdAt']) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`areaId=${area.id}&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        seen.push(page.rows[0].id)
        cursor = page.next
      }
      expect(new Set(seen).size).toBe(4)
    }
    expect(await of('sort=lastOrderAt&limit=2')).toEqual(['C', 'B'])
  })

  test('a row says whether the store is open now: status, mode and hours in its own zone', async () => {
    const branch = await addBranch(app.database.db)
    const from = (opens: string, closes: string) => JSON.stringify([{ day: 5, opens, closes }])
    await addStore(app.database.db, { branch, display_name: '1 lunch', opening_hours: from('12:00', '15:00') })
    await addStore(app.database.db, { branch, display_name: '2 dinner', opening_hours: from('18:00', '02:00') })
    await addStore(app.database.db, { branch, display_name: '3 suspended', status: 'suspended' })
    await addStore(app.database.db, { branch, display_name: '4 paused', open_mode: 'paused' })
    await addStore(app.database.db, { branch, display_name: '5 busy', open_mode: 'busy', open_mode_until: '2026-11-20T09:00:00Z' })
    await addStore(app.database.db, { branch, display_name: '6 pause over', open_mode: 'paused', open_mode_until: '2026-11-20T07:59:00Z' })
    await addStore(app.database.db, {
      branch,
      display_name: '7 holiday',
      special_days: JSON.stringify([{ date: '2026-11-20', closed: true, note: '' }]),
    })
    const { rows } = await list(`branchId=${branch.id}`)
    expect(rows.map((row: { name: string; isOpenNow: boolean }) => [row.name, row.isOpenNow])).toEqual([
      ['1 lunch', true],
      ['2 dinner', false],
      ['3 suspended', false],
      ['4 paused', false],
      ['5 busy', true],
      ['6 pause over', true],
      ['7 holiday', false],
    ])
    expect(namesOf(await list(`branchId=${branch.id}&openMode=paused`))).toEqual(['4 paused'])
    const dinner = rows[1].id
    expect((await get(dinner)).body.nextOpeningAt).toBe('2026-11-20T12:30:00.000Z')
  })
})

test('the profile tells what came in today, by the day of the branch', async () => {
  const { db } = app.database
  await ensureCurrentPartitions(db, clock.instant())
  const store = await addStore(db)
  const placed = { at: clock.instant(), total_minor: 20_000 }
  await addOrder(db, store, { at: '2026-11-19T18:29:00.000Z' })
  for (const status of ['pending', 'delivered', 'rejected', 'cancelled']) await addOrder(db, store, { ...placed, status })
  await addOrder(db, await addStore(db), placed)
  for (const isFolded of [false, true]) {
    if (isFolded) await sql`select fold_order_rollup()`.execute(db)
    const { today } = (await get(store.id)).body
    expect(today).toEqual({ day: '2026-11-20', orders: 4, gross: { minor: 40_000, currency: 'INR' }, rejected: 1, active: 1 })
  }
})

describe('who reaches which store', () => {
  test('a branch, a store, or every one; outside there is nothing to read or to change', async () => {
    const [mine, theirs] = [await addStore(app.database.db), await addStore(app.database.db)]
    const partner = await app.addStaff({ permissions: all, scope: { kind: 'branch', ids: [mine.branch_id] } })
    const officer = await app.addStaff({ permissions: all, scope: { kind: 'store', ids: [mine.id] } })
    for (const as of [partner, officer]) {
      expect((await list('', as)).rows.map(({ id }: { id: string }) => id)).toEqual([mine.id])
      expect((await get(mine.id, as)).status).toBe(200)
      expect((await get(theirs.id, as)).status).toBe(404)
      expect((await act(theirs.id, 'suspend', { version: 1, reason: 'Not mine' }, as)).status).toBe(404)
      expect((await app.call(`PATCH /stores/${theirs.id}`, { as, body: { version: 1, prepMinutes: 5 } })).status).toBe(404)
    }
    const untouched = await app.database.db.selectFrom('store').select('version').where('id', '=', theirs.id).executeTakeFirstOrThrow()
    expect(untouched.version).toBe(1)
  })

  test('a row lists what its reader may do, and why not now', async () => {
    const store = await addStore(app.database.db, { status: 'suspended' })
    const viewer = await app.addStaff({ permissions: ['store.view'] })
    expect((await get(store.id, viewer)).body).toMatchObject({ allowed: [], editable: [] })
    expect((await get(store.id)).body.allowed).toEqual([
      { action: 'update', because: null },
      { action: 'setOpenMode', because: 'Only a live store takes orders.' },
      { action: 'suspend', because: 'Only a live store can be suspended.' },
      { action: 'reinstate', because: null },
    ])
  })
})

describe('the profile', () => {
  const patch = (id: string, body: object, as = staff) => app.call(`PATCH /stores/${id}`, { as, body })

  test('changes what is named, keeps the rest, and is found by its new name', async () => {
    const store = await addStore(app.database.db)
    const { body: before } = await get(store.id)
    const openingHours = [{ day: 6, opens: '18:00', closes: '02:00' }]
    const change = { version: 1, displayName: 'Spice Route', phone: '0484 277 8899', openingHours, maxOrdersPerQuarterHour: 12 }
    const { status, body } = await patch(store.id, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Spice Route', phone: '+914842778899', openingHours, maxOrdersPerQuarterHour: 12, version: 2 })
    expect(body.address).toBe(before.address)
    expect(namesOf(await list('q=spice'))).toEqual(['Spice Route'])
    expect(namesOf(await list('q=2778899'))).toEqual(['Spice Route'])
    const entry = await app.database.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', store.id).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'update', branch_id: store.branch_id, store_id: store.id })
    expect(Object.keys(entry.new as object)).toContain('display_name')
    expect(Object.keys(entry.new as object)).not.toContain('address')
  })

  test('many people at once: one wins, the others get the newer profile and who made it', async () => {
    const store = await addStore(app.database.db)
    for (let version = 1; version <= 5; version++) {
      const minutes = Array.from({ length: 8 }, (_, person) => version * 10 + person)
      const answers = await Promise.all(minutes.map((prepMinutes) => patch(store.id, { version, prepMinutes })))
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      for (const { body } of answers.filter(({ status }) => status !== 200)) {
        expect(body.error).toMatchObject({ kind: 'stale', current: { prepMinutes: won[0]?.body.prepMinutes, version: version + 1 } })
        expect(body.error.message).toContain('Priya Nair')
      }
    }
  })

  test('customer care changes hours and nothing else', async () => {
    const store = await addStore(app.database.db)
    const { db } = app.database
    const care = await app.addStaff({ permissions: all })
    const { role_id } = await db.selectFrom('staff').select('role_id').where('id', '=', care.id).executeTakeFirstOrThrow()
    await db.updateTable('role').set({ key: 'custumercare-admin' }).where('id', '=', role_id).execute()
    expect((await get(store.id, care)).body.editable).toEqual(['openingHours', 'specialDays'])
    const refused = await patch(store.id, { version: 1, openingHours: [], prepMinutes: 5, email: null }, care)
    expect(refused.status).toBe(401)
    expect(refused.body.error).toMatchObject({
      reason: 'field-not-permitted',
      fields: { 'body.email': 'may not be changed by your role', 'body.prepMinutes': 'may not be changed by your role' },
    })
    expect((await patch(store.id, { version: 1, openingHours: [] }, care)).body).toMatchObject({
      openingHours: [],
      isOpenNow: false,
      isWithinHours: false,
      version: 2,
    })
  })

  test('names cuisines and category types of its own vertical', async () => {
    const { db } = app.database
    const store = await addStore(db)
    const id = () => crypto.randomUUID()
    const [kerala, arabic, cafe, bakery] = [id(), id(), id(), id()]
    await db
      .insertInto('cuisine')
      .values([
        { id: kerala, name: 'Kerala' },
        { id: arabic, name: 'Arabic' },
      ])
      .execute()
    const types = [
      { id: cafe, vertical: 'restaurant', name: 'Cafe' },
      { id: bakery, vertical: 'cakes', name: 'Bakery' },
    ]
    await db.insertInto('category_type').values(types).execute()
    const { body } = await patch(store.id, { version: 1, cuisineIds: [kerala, arabic, kerala], categoryTypeIds: [cafe] })
    expect(namesOf({ rows: body.cuisines })).toEqual(['Arabic', 'Kerala'])
    expect(namesOf({ rows: body.categoryTypes })).toEqual(['Cafe'])
    const foreign = await patch(store.id, { version: 2, cuisineIds: [], categoryTypeIds: [bakery] })
    expect(foreign.body.error.fields).toEqual({ 'body.categoryTypeIds': 'has one that does not exist for this vertical' })
    expect((await get(store.id)).body.cuisines).toHaveLength(2)
    expect((await patch(store.id, { version: 2, cuisineIds: [] })).body.cuisines).toEqual([])
    const entries = await db.selectFrom('audit_entry').select(['old', 'new']).where('entity_id', '=', store.id).orderBy('id').execute()
    expect(entries[1]).toMatchObject({ old: { cuisines: ['Arabic', 'Kerala'] }, new: { cuisines: [] } })
  })

  test('stays within its area, ends with its termination, and an empty change changes nothing', async () => {
    const store = await addStore(app.database.db)
    const outside = await patch(store.id, { version: 1, point: { lat: 11, lng: 76.25 } })
    expect(outside.body.error.fields).toHaveProperty(['body.point'])
    expect((await patch(store.id, { version: 1 })).body.version).toBe(1)
    const gone = await addStore(app.database.db, { status: 'terminated' })
    expect((await patch(gone.id, { version: 1, prepMinutes: 9 })).body.error.reason).toBe('store-terminated')
  })

  test.each([
    ['two entries for a date', { specialDays: [1, 2].map(() => ({ date: '2026-12-25', closed: true, note: '' })) }, 'body.specialDays'],
    ['a day of the week that there is not', { openingHours: [{ day: 7, opens: '09:00', closes: '10:00' }] }, 'body.openingHours.0.day'],
    ['no minutes of preparation', { prepMinutes: 0 }, 'body.prepMinutes'],
    ['a field of the record that is not to be changed', { status: 'live' }, 'body.status'],
  ])('%s is 422 on its field', async (_, change, field) => {
    const store = await addStore(app.database.db)
    const { status, body } = await patch(store.id, { version: 1, ...change })
    expect(status).toBe(422)
    expect(Object.keys(body.error.fields)).toEqual([field])
  })
})

describe('suspension', () => {
  test('takes a live store off the market with a reason, and back', async () => {
    const store = await addStore(app.database.db)
    const { body: suspended } = await act(store.id, 'suspend', { version: 1, reason: 'Licence expired' })
    expect(suspended).toMatchObject({
      status: 'suspended',
      statusReason: 'Licence expired',
      isOpenNow: false,
      isWithinHours: true,
      nextOpeningAt: null,
      version: 2,
    })
    const again = await act(store.id, 'suspend', { version: 2, reason: 'Twice' })
    expect(again.body.error).toMatchObject({ kind: 'refused', reason: 'store-not-live' })
    const { body: back } = await act(store.id, 'reinstate', { version: 2, reason: 'Renewed' })
    expect(back).toMatchObject({ status: 'live', statusReason: null, isOpenNow: true, version: 3 })
    const entries = await app.database.db
      .selectFrom('audit_entry')
      .select(['action', 'reason'])
      .where('entity_id', '=', store.id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'suspend', reason: 'Licence expired' },
      { action: 'reinstate', reason: 'Renewed' },
    ])
  })

  test('needs its own permission', async () => {
    const store = await addStore(app.database.db)
    const operator = await app.addStaff({ permissions: ['store.view', 'store.edit', 'store.operate'] })
    const refused = await act(store.id, 'suspend', { version: 1, reason: 'No' }, operator)
    expect(refused.status).toBe(401)
    expect(refused.body.error.fields.permission).toBe('store-status.operate')
  })
})

test('among twenty thousand stores a search reads the trigram index, in one statement', async () => {
  const { db } = app.database
  const model = await addStore(db)
  for (const from of [1, 5001, 10_001, 15_001]) {
    await sql`insert into store select copy.* from store, generate_series(${from}::int, ${from + 4999}::int) as n,
      lateral jsonb_populate_record(store, jsonb_build_object('id', uuidv7(), 'number', 'B-' || n, 'search', 'bulk ' || n)) as copy
      where store.id = ${model.id}`.execute(db)
  }
  await sql`vacuum analyze store`.execute(db)
  // Who asks is looked up anew every few seconds: not while statements are counted.
  await list('limit=1')
  const plans = await plansOf(app, () => list('q=bulk%2019999'))
  expect(plans).toHaveLength(1)
  expect(scansOf(plans, 'store').map(({ index }) => index)).toEqual(['store_search'])
})

test('a page by name is read from the index of names, however far down it is', async () => {
  const { next } = await list('limit=5')
  for (const query of ['limit=5', `limit=5&cursor=${next}`]) {
    const plans = await plansOf(app, () => list(query))
    expect(scansOf(plans, 'store')).toMatchObject([{ looked: 6, index: 'store_by_name' }])
    expect(plans.at(-1)?.sorts).toBe(0)
  }
})
