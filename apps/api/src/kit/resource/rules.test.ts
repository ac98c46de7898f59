import { idOf, type JudgedChange, newId, recordContract, text } from '@larder/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addArea, addBranch } from '../../../test/factories.ts'
import { plansOf } from '../../../test/plans.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'
import { refuse } from '../errors.ts'
import { bind } from '../implement.ts'
import { resource } from '../resource.ts'

const spotContract = recordContract('store-location', '/spots', {
  label: 'Spots',
  permission: 'setting',
  draft: { name: text({ max: 80 }), active: z.boolean(), areaId: idOf('area') },
  once: { lat: z.number() },
  extra: {},
  filters: { active: z.optional(z.stringbool()) },
  sorts: ['name'],
  acts: {
    close: { permission: 'store.operate', asks: { reason: text({ max: 80 }) }, summary: 'close' },
    moveTo: { permission: 'setting.edit', asks: { areaId: idOf('area') }, summary: 'move' },
    rename: {
      permission: 'setting.edit',
      asks: { name: text({ max: 80 }) },
      approval: {
        by: 'setting.approve',
        needs: ({ before }: JudgedChange) => ((before as { name: string }).name.startsWith('Fort') ? 'Rename a fort' : null),
      },
      summary: 'rename',
    },
  },
})

const spots = resource(spotContract, {
  table: 'store_location',
  permission: 'setting.view',
  rows: (db) => db.selectFrom('store_location').innerJoin('area', 'area.id', 'store_location.area_id').selectAll('store_location'),
  scope: { branch: 'area.branch_id' },
  search: { name: 'store_location.name' },
  once: { areaId: 'stays: move it' },
  create: { rule: ({ body }) => problemOfName(body.name), sets: () => ({ lng: 0 }) },
  update: {
    rule: ({ body }) => problemOfName(body.name),
    whyNot: (row) => (row.name === 'Sealed' ? 'It is sealed.' : null),
    stamps: ({ lng }, { actor }) => ({ lng: actor.id === editor.id ? lng + 1 : 9 }),
  },
  acts: {
    close: {
      whyNot: (row) => (row.active ? null : { reason: 'store-not-live', message: 'It is closed already.' }),
      sets: () => ({ active: false }),
      async also({ work, row, now, body }) {
        await work.db.updateTable('area').set({ surge_ppm: now.version }).where('id', '=', row.area_id).execute()
        if (body.reason === 'too late') refuse('in-use', 'Too late.')
      },
    },
    moveTo: { sets: ({ body }) => ({ area_id: body.areaId }), mayLeave: true },
    rename: { sets: ({ body }) => ({ name: body.name }) },
  },
})

function problemOfName(name: string | undefined) {
  return name === 'Nowhere' ? { name: 'is no place' } : null
}

let app: TestApp
let editor: Caller
let insider: Caller
let [north, south, northArea, southArea] = ['', '', '', '']

beforeAll(async () => {
  app = await testApp({ contracts: { spot: spotContract }, modules: [bind(spotContract, spots.handlers)] })
  const branches = [await addBranch(app.database.db), await addBranch(app.database.db)] as const
  ;[north, south] = [branches[0].id, branches[1].id]
  ;[northArea, southArea] = [(await addArea(app.database.db, branches[0])).id, (await addArea(app.database.db, branches[1])).id]
  const permissions = ['setting.view', 'setting.create', 'setting.edit', 'store.operate'] as const
  editor = await app.addStaff({ permissions: [...permissions] })
  insider = await app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [north] } })
})
afterAll(() => app.close())

const add = async (areaId = northArea, given: object = {}) =>
  (await app.call('POST /spots', { as: editor, body: { name: `Spot ${newId()}`, active: true, areaId, lat: 9, ...given } })).body
const change = (id: string, body: object, as = editor) => app.call(`PATCH /spots/${id}`, { as, body })
const close = (id: string, body: object, as = editor) => app.call(`POST /spots/${id}/close`, { as, body: { reason: 'rain', ...body } })
const read = async (id: string) => (await app.call(`GET /spots/${id}`, { as: editor })).body
const entriesOf = (id: string) =>
  app.database.db
    .selectFrom('audit_entry')
    .select(['action', 'reason', 'old', 'new', 'branch_id'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
const eventsOf = (id: string) =>
  app.database.db.selectFrom('event').select(['action', 'branch_id', 'store_id']).where('entity_id', '=', id).orderBy('id').execute()

test('what lies outside the scope is not listed, read, changed or acted on', async () => {
  const outside = await add(southArea)
  const inside = await add()
  const { body } = await app.call('GET /spots?limit=100', { as: insider })
  const listed = body.rows.map(({ id }: { id: string }) => id)
  expect([listed.includes(inside.id), listed.includes(outside.id)]).toEqual([true, false])
  const answers = [
    await app.call(`GET /spots/${outside.id}`, { as: insider }),
    await change(outside.id, { version: 1, name: 'Mine' }, insider),
    await close(outside.id, { version: 1 }, insider),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await read(outside.id)).toEqual(outside)
})

test('a change is told and recorded where the row belongs, after a move where it went', async () => {
  const spot = await add()
  const { body } = await app.call(`POST /spots/${spot.id}/move-to`, { as: insider, body: { version: 1, areaId: southArea } })
  expect(body).toMatchObject({ areaId: southArea, version: 2 })
  expect((await app.call(`GET /spots/${spot.id}`, { as: insider })).status).toBe(404)
  expect(await eventsOf(spot.id)).toEqual([
    { action: 'create', branch_id: north, store_id: null },
    { action: 'moveTo', branch_id: south, store_id: null },
  ])
  expect((await entriesOf(spot.id)).map(({ branch_id }) => branch_id)).toEqual([north, south])
})

describe('an act', () => {
  test('is done once, with its reason in the record and what else it does', async () => {
    const spot = await add()
    expect((await close(spot.id, { version: 1, reason: 'flooded' })).body).toMatchObject({ active: false, version: 2 })
    const [, entry] = await entriesOf(spot.id)
    expect(entry).toMatchObject({ action: 'close', reason: 'flooded', old: { active: true }, new: { active: false } })
    const area = await app.database.db.selectFrom('area').select('surge_ppm').where('id', '=', northArea).executeTakeFirstOrThrow()
    expect(area.surge_ppm).toBe(2)
  })

  test('that cannot be done now says so beforehand and refuses with its reason', async () => {
    const spot = await add(northArea, { active: false })
    expect(spot.allowed).toContainEqual({ action: 'close', because: 'It is closed already.' })
    const { status, body } = await close(spot.id, { version: 1 })
    expect([status, body.error.reason, body.error.message]).toEqual([409, 'store-not-live', 'It is closed already.'])
    expect(await entriesOf(spot.id)).toHaveLength(1)
  })

  test('needs the permission of its endpoint, and the version that was seen', async () => {
    const spot = await add()
    const viewer = await app.addStaff({ permissions: ['setting.view', 'setting.edit'] })
    expect((await close(spot.id, { version: 1 }, viewer)).body.error.fields).toEqual({ permission: 'store.operate' })
    const seen = (await app.call(`GET /spots/${spot.id}`, { as: viewer })).body
    expect(seen.allowed.map(({ action }: { action: string }) => action)).toEqual(['update', 'moveTo', 'rename'])
    await change(spot.id, { version: 1, name: 'Renamed' })
    expect((await close(spot.id, { version: 1 })).body.error).toMatchObject({ kind: 'stale', current: { name: 'Renamed', version: 2 } })
  })

  test('whose consequence fails has not happened', async () => {
    const spot = await add()
    expect((await close(spot.id, { version: 1, reason: 'too late' })).body.error.message).toBe('Too late.')
    expect([await read(spot.id), await entriesOf(spot.id), await eventsOf(spot.id)]).toMatchObject([spot, { length: 1 }, { length: 1 }])
  })
})

describe('an act whose endpoint declares an approval', () => {
  test('tells of each row who could approve it there, by one read for a whole list', async () => {
    const checks = { permissions: ['approval.view', 'setting.view', 'setting.approve'] as const }
    const [fort, southern, plain] = [
      await add(northArea, { name: `Fort ${newId()}` }),
      await add(southArea, { name: `Fort ${newId()}` }),
      await add(),
    ]
    const approvalOf = (row: { allowed: { action: string; approval?: unknown }[] }) =>
      row.allowed.find(({ action }) => action === 'rename')?.approval
    expect(approvalOf(await read(fort.id))).toEqual({ by: [] })
    await app.addStaff({ name: 'Northern', permissions: [...checks.permissions], scope: { kind: 'branch', ids: [north] } })
    await app.addStaff({ name: 'Wide', permissions: [...checks.permissions] })
    let body: { rows: { id: string; allowed: [] }[] } = { rows: [] }
    const plans = await plansOf(app, async () => {
      ;({ body } = await app.call('GET /spots?limit=100&sort=-name', { as: editor }))
    })
    const listed = new Map(body.rows.map((row) => [row.id, approvalOf(row)]))
    expect([fort.id, southern.id, plain.id].map((id) => listed.get(id))).toEqual([
      { by: expect.arrayContaining(['Role of Northern', 'Role of Wide']) },
      { by: ['Role of Wide'] },
      undefined,
    ])
    expect(plans.filter(({ sql }) => sql.includes('as place (key'))).toHaveLength(1)
    // What waits already is not offered again.
    const asked = {
      entity: 'store-location',
      entity_id: southern.id,
      operation: 'spot.rename',
      title: 'Rename a fort',
      params: '{}',
      body: '{}',
    }
    const request = { ...asked, reason: 'Its name', permission: 'setting.approve', maker_id: editor.id, expires_at: '2030-01-01T00:00:00Z' }
    await app.database.db
      .insertInto('approval')
      .values({ id: newId(), ...request })
      .execute()
    const becauseOf = (row: { allowed: { action: string; because: string | null }[] }) =>
      row.allowed.find(({ action }) => action === 'rename')?.because
    expect(becauseOf(await read(southern.id))).toMatch(/ asked for approval already: Rename a fort\. That comes first\.$/)
    expect(becauseOf(await read(fort.id))).toBeNull()
    const viewer = await app.addStaff({ permissions: ['setting.view'] })
    expect((await app.call(`GET /spots/${fort.id}`, { as: viewer })).body.allowed).toEqual([])
    const { status, body: refused } = await app.call(`POST /spots/${southern.id}/rename`, { as: editor, body: { version: 1, name: 'X' } })
    expect([status, refused.error.reason, refused.error.message]).toEqual([
      409,
      'needs-approval',
      expect.stringContaining('the approval of Role of Wide.'),
    ])
  })
})

test('a rule names its field, at a creation and at a change; why not now comes first', async () => {
  const draft = { name: 'Nowhere', active: true, areaId: northArea, lat: 9 }
  const made = await app.call('POST /spots', { as: editor, body: draft })
  const spot = await add()
  const changed = await change(spot.id, { version: 1, name: 'Nowhere' })
  for (const { status, body } of [made, changed]) expect([status, body.error.fields]).toEqual([422, { 'body.name': 'is no place' }])
  const sealed = await add(northArea, { name: 'Sealed' })
  const refused = await change(sealed.id, { version: 1, name: 'Nowhere' })
  expect([refused.body.error.reason, refused.body.error.message]).toEqual(['not-allowed-now', 'It is sealed.'])
})

test('what only a creation sets stays: a change may repeat it, not move it', async () => {
  const spot = await add()
  const moved = await change(spot.id, { version: 1, areaId: southArea, name: 'Nowhere' })
  expect(moved.body.error.fields).toEqual({ 'body.areaId': 'stays: move it' })
  expect((await change(spot.id, { version: 1, areaId: northArea, name: 'Same area' })).body).toMatchObject({ version: 2 })
  expect((await change(spot.id, { version: 2, lat: 10 })).body.error.fields).toHaveProperty(['body.lat'])
})

test('whatever is sent as it stands is no change: no version, no entry, no event', async () => {
  const spot = await add()
  const { name, active, areaId } = spot
  await fc.assert(
    fc.asyncProperty(
      fc.record({ name: fc.constant(name), active: fc.constant(active), areaId: fc.constant(areaId) }, { requiredKeys: [] }),
      async (same) => {
        expect((await change(spot.id, { version: 1, ...same })).body).toEqual(spot)
      },
    ),
    { numRuns: 12 },
  )
  expect([await entriesOf(spot.id), await eventsOf(spot.id)]).toMatchObject([{ length: 1 }, { length: 1 }])
  expect((await change(spot.id, { version: 1, name, active: false })).body).toMatchObject({ version: 2 })
})

test('what a change sets besides is set by a change of its fields alone, and is in its entry', async () => {
  const spot = await add()
  const lngOf = async () =>
    (await app.database.db.selectFrom('store_location').select('lng').where('id', '=', spot.id).executeTakeFirst())?.lng
  await change(spot.id, { version: 1, name: spot.name })
  await close(spot.id, { version: 1 })
  expect(await lngOf()).toBe(0)
  await change(spot.id, { version: 2, name: `Spot ${newId()}` })
  expect([await lngOf(), (await entriesOf(spot.id)).at(-1)?.new]).toMatchObject([1, { lng: 1 }])
})

// Never called: what it says is that each of these does not compile.
export function forgotten() {
  const declared = {
    table: 'store_location' as const,
    permission: 'setting.view' as const,
    search: {},
    acts: { close: {}, moveTo: {}, rename: {} },
  }
  const rows: Parameters<typeof resource<typeof spotContract, 'store_location', ReturnType<typeof spotRows>>>[1]['rows'] = spotRows
  const scope = 'everybody' as const
  // @ts-expect-error -- no scope
  resource(spotContract, { ...declared, rows })
  // @ts-expect-error -- an act of the contract that nothing does
  resource(spotContract, { ...declared, rows, scope, acts: { close: {} } })
  // @ts-expect-error -- a column that the query does not have
  resource(spotContract, { ...declared, rows, scope, filters: { active: 'store_location.nothing' } })
  // @ts-expect-error -- a scope by a column that the query does not have
  resource(spotContract, { ...declared, rows, scope: { branch: 'branch.id' } })
  // @ts-expect-error -- a column that the table does not have
  resource(spotContract, { ...declared, rows, scope, columns: () => ({ colour: 'red' }) })
  // @ts-expect-error -- a draft that sets a status
  resource(spotContract, { ...declared, rows, scope, columns: () => ({ status: 'live' }) })
  // @ts-expect-error -- a field of the record that the row does not tell: it has no such column
  resource(spotContract, { ...declared, rows: branchRows, table: 'branch', scope, filters: { active: 'branch.name' }, columns: () => ({}) })
  const branch = { ...declared, rows: branchRows, table: 'branch' as const, scope, present: () => ({ active: true, areaId: '', lat: 0 }) }
  // @ts-expect-error -- a filter that is no column of the table
  resource(spotContract, { ...branch, columns: () => ({}) })
  // @ts-expect-error -- fields of a draft that are no column of the table
  resource(spotContract, { ...branch, filters: { active: 'branch.name' } })
  // @ts-expect-error -- the same, but for one of them
  resource(spotContract, { ...branch, filters: { active: 'branch.name' }, columns: { active: null, lat: null } })
  // @ts-expect-error -- a sort that is no column of the table
  resource(movedContract, { ...declared, rows, scope, acts: {} })
  // @ts-expect-error -- a field that its column leaves empty at times
  resource(closedContract, { ...declared, rows: riderRows, table: 'rider', scope, search: {}, acts: {} })
  resource(spotContract, { ...branch, filters: { active: 'branch.name' }, columns: { active: null, lat: null, areaId: null } })
  return resource(spotContract, { ...declared, rows, scope })
}

type Database = Parameters<Parameters<typeof resource>[1]['rows']>[0]
const spotRows = (db: Database) => db.selectFrom('store_location').selectAll('store_location')
const branchRows = (db: Database) => db.selectFrom('branch').selectAll('branch')
const riderRows = (db: Database) => db.selectFrom('rider').selectAll('rider')
const movedContract = recordContract('spot', '/moved-spots', {
  permission: 'setting',
  draft: { name: text({ max: 80 }) },
  extra: {},
  filters: {},
  sorts: ['movedAt'],
})
const closedContract = recordContract('spot', '/closed-spots', {
  permission: 'setting',
  draft: { name: text({ max: 80 }) },
  extra: { plate: z.string() },
  filters: {},
  sorts: ['name'],
})
