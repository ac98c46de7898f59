import { Allowed, contract, del, get, listQuery, newId, pageOf, patch, post } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, type TestApp, testApp } from '../../test/test-app.ts'
import { bind } from './implement.ts'
import { resource } from './resource.ts'

const draft = { areaId: z.uuid(), name: z.string().check(z.minLength(1)), active: z.optional(z.boolean()) }
const Place = z.strictObject({
  id: z.string(),
  areaId: z.string(),
  name: z.string(),
  active: z.boolean(),
  version: z.int(),
  allowed: Allowed,
})
const one = { params: z.strictObject({ id: z.uuid() }), response: Place }
const placeContract = contract('store-location', {
  list: get('/places', {
    permission: 'setting.view',
    query: listQuery(['name'], { active: z.optional(z.stringbool()) }),
    response: pageOf(Place),
    summary: 'Places',
  }),
  get: get('/places/:id', { ...one, permission: 'setting.view', summary: 'One place' }),
  create: post('/places', { permission: 'setting.create', body: z.strictObject(draft), response: Place, summary: 'Add' }),
  update: patch('/places/:id', {
    ...one,
    permission: 'setting.edit',
    body: z.extend(z.partial(z.strictObject(draft)), { version: z.int() }),
    summary: 'Change',
  }),
  remove: del('/places/:id', {
    permission: 'setting.delete',
    params: one.params,
    body: z.strictObject({ version: z.int() }),
    response: z.strictObject({ id: z.string() }),
    summary: 'Remove',
  }),
})

const places = resource(placeContract, {
  table: 'store_location',
  permission: 'setting.view',
  rows: (db) => db.selectFrom('store_location').innerJoin('area', 'area.id', 'store_location.area_id').selectAll('store_location'),
  scope: { branch: 'area.branch_id' },
  present: (row) => ({ id: row.id, areaId: row.area_id, name: row.name, active: row.active, version: row.version }),
  search: { name: 'store_location.name' },
  filters: { active: 'store_location.active' },
  sorts: { name: 'store_location.name' },
  columns: ({ areaId, name, active }) => ({ area_id: areaId, name, active, lat: 0, lng: 0 }),
  acts: {},
})

const storeFacts = {
  legal_name: 'Shop',
  display_name: 'Shop',
  search: 'shop',
  phone: '+911234567890',
  address: 'Road 1',
  lat: 0,
  lng: 0,
  time_zone: 'Asia/Kolkata',
  currency: 'INR',
  status: 'live',
}

let app: TestApp
let editor: Caller
let insider: Caller
const [north, south] = [newId(), newId()]
const [northArea, southArea] = [newId(), newId()]

beforeAll(async () => {
  app = await testApp({ contracts: { place: placeContract }, modules: [bind(placeContract, places.handlers)] })
  const { db } = app.database
  for (const [id, code, areaId] of [
    [north, 'NO', northArea],
    [south, 'SO', southArea],
  ] as const) {
    await db.insertInto('branch').values({ id, code, name: code, partner_name: code, time_zone: 'Asia/Kolkata', currency: 'INR' }).execute()
    await db.insertInto('area').values({ id: areaId, branch_id: id, name: code, polygon: '[]', fee_tiers: '[]', currency: 'INR' }).execute()
  }
  const permissions = ['setting.view', 'setting.create', 'setting.edit', 'setting.delete'] as const
  editor = await app.addStaff({ permissions: [...permissions], name: 'Edi Tor' })
  insider = await app.addStaff({ permissions: [...permissions], scope: { kind: 'branch', ids: [north] } })
})
afterAll(() => app.close())

const add = (name: string, areaId = northArea, as = editor) => app.call('POST /places', { as, body: { name, areaId } })

describe('plain lookups', () => {
  it('are added, found, changed and removed, each with one audit entry and one event', async () => {
    const { body: place } = await add('Lake')
    expect(place).toMatchObject({ name: 'Lake', areaId: northArea, active: true, version: 1 })
    expect(place.allowed).toEqual([
      { action: 'update', because: null },
      { action: 'remove', because: null },
    ])
    expect((await app.call(`GET /places/${place.id}`, { as: editor })).body).toEqual(place)
    const changed = await app.call(`PATCH /places/${place.id}`, { as: editor, body: { version: 1, name: 'Lake View' } })
    expect(changed.body).toMatchObject({ name: 'Lake View', areaId: northArea, version: 2 })
    expect((await app.call(`DELETE /places/${place.id}`, { as: editor, body: { version: 2 } })).body).toEqual({ id: place.id })
    expect((await app.call(`GET /places/${place.id}`, { as: editor })).status).toBe(404)
    const { db } = app.database
    const entries = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', place.id).orderBy('entity_sequence').execute()
    expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['create', 'Edi Tor'],
      ['update', 'Edi Tor'],
      ['remove', 'Edi Tor'],
    ])
    expect(entries[1]).toMatchObject({ old: { name: 'Lake', version: 1 }, new: { name: 'Lake View', version: 2 } })
    const events = await db.selectFrom('event').select(['action', 'version']).where('entity_id', '=', place.id).orderBy('id').execute()
    expect(events).toEqual([
      { action: 'create', version: 1 },
      { action: 'update', version: 2 },
      { action: 'remove', version: 3 },
    ])
  })

  it('let one of two changes at once through and show the other the newer row and who made it', async () => {
    const { body: place } = await add('Hill')
    const change = (name: string) => app.call(`PATCH /places/${place.id}`, { as: editor, body: { version: 1, name } })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(change))
    const [winner] = answers.filter(({ status }) => status === 200)
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(3)
    for (const { body } of losers) {
      expect(body.error).toMatchObject({ kind: 'stale', reason: 'changed-meanwhile', current: winner?.body })
      expect(body.error.message).toContain('Edi Tor changed this meanwhile (update)')
    }
    expect((await app.call(`DELETE /places/${place.id}`, { as: editor, body: { version: 1 } })).body.error.kind).toBe('stale')
  })

  it('name the field of a taken name and of a reference to nothing', async () => {
    await add('Taken')
    expect((await add('Taken')).body.error).toMatchObject({
      kind: 'invalid',
      reason: 'already-taken',
      fields: { 'body.name': 'is already taken' },
    })
    expect((await add('Taken', southArea)).status).toBe(200)
    const nowhere = await add('Nowhere', newId())
    expect([nowhere.status, nowhere.body.error.reason, nowhere.body.error.fields]).toEqual([
      422,
      'reference-not-found',
      { 'body.areaId': 'does not exist' },
    ])
  })

  it('say what still uses a row that should go', async () => {
    const { body: place } = await add('Used')
    const { db } = app.database
    const store = { id: newId(), number: 'S-1', branch_id: north, area_id: northArea, location_id: place.id, vertical: 'grocery' }
    await db
      .insertInto('store')
      .values({ ...store, ...storeFacts })
      .execute()
    const { status, body } = await app.call(`DELETE /places/${place.id}`, { as: editor, body: { version: 1 } })
    expect([status, body.error.reason, body.error.message]).toEqual([
      409,
      'in-use',
      'This store location is used by store records and cannot be deleted.',
    ])
  })

  it('end at the scope, for reading, writing, and moving in or out', async () => {
    const { body: outside } = await add('Outside', southArea)
    const { body: inside } = await add('Inside', northArea, insider)
    const statuses = await Promise.all([
      app.call(`GET /places/${outside.id}`, { as: insider }),
      app.call(`PATCH /places/${outside.id}`, { as: insider, body: { version: 1, name: 'Mine' } }),
      app.call(`DELETE /places/${outside.id}`, { as: insider, body: { version: 1 } }),
      app.call(`GET /places/${newId()}`, { as: insider }),
      add('Smuggled', southArea, insider),
      app.call(`PATCH /places/${inside.id}`, { as: insider, body: { version: 1, areaId: southArea } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    const { body } = await app.call('GET /places?limit=100', { as: insider })
    expect(new Set(body.rows.map((row: { areaId: string }) => row.areaId))).toEqual(new Set([northArea]))
    expect((await app.call(`GET /places/${outside.id}`, { as: editor })).body).toEqual(outside)
  })

  it('are filtered, searched and paged', async () => {
    const { body: quiet } = await add('Quiet corner')
    await app.call(`PATCH /places/${quiet.id}`, { as: editor, body: { version: 1, active: false } })
    const names = async (query: string) =>
      (await app.call(`GET /places?${query}`, { as: editor })).body.rows.map(({ name }: { name: string }) => name)
    expect(await names('active=false')).toEqual(['Quiet corner'])
    expect(await names('q=QUIET')).toEqual(['Quiet corner'])
    const first = (await app.call('GET /places?limit=2&sort=-name&count=true', { as: editor })).body
    expect(first.rows).toHaveLength(2)
    expect(first.total.capped).toBe(false)
    const second = (await app.call(`GET /places?limit=2&sort=-name&cursor=${first.next}`, { as: editor })).body
    expect(second.rows[0].name < first.rows[1].name).toBe(true)
    expect((await app.call('GET /places?cursor=zzz', { as: editor })).body.error.fields).toEqual({
      'query.cursor': 'is not a cursor of this list',
    })
  })
})
