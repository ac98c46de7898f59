import { categoryTypeContract, cuisineContract, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bind } from '#kit/implement.ts'
import { categoryTypes } from '#modules/category-type/category-type.service.ts'
import { cuisines } from '#modules/cuisine/cuisine.service.ts'
import { addStore } from '../../../test/factories.ts'
import { type Caller, type TestApp, testApp } from '../../../test/test-app.ts'

const all: Permission[] = ['setting.view', 'setting.create', 'setting.edit', 'setting.delete']
let app: TestApp
let editor: Caller

beforeAll(async () => {
  app = await testApp({
    contracts: { categoryType: categoryTypeContract, cuisine: cuisineContract },
    modules: [bind(categoryTypeContract, categoryTypes.handlers), bind(cuisineContract, cuisines.handlers)],
  })
  editor = await app.addStaff({ permissions: all })
})
afterAll(() => app.close())

const draft = { vertical: 'grocery', name: 'Supermarket', sort: 1, active: true }
const create = (body: object) => app.call('POST /category-types', { as: editor, body: { ...draft, ...body } })

describe('category types', () => {
  test('a name is taken within its vertical, whatever its case, and the answer names the field', async () => {
    expect((await create({ name: 'Organic' })).status).toBe(200)
    const again = await create({ name: 'ORGANIC' })
    expect(again.status).toBe(422)
    expect(again.body.error.fields).toEqual({ 'body.name': 'is already taken' })
    expect((await create({ name: 'Organic', vertical: 'fruits' })).status).toBe(200)
  })

  test('a change needs the newest version; the stale one gets the newer row and who made it', async () => {
    const { body: row } = await create({ name: 'Corner shop' })
    const first = await app.call(`PATCH /category-types/${row.id}`, { as: editor, body: { version: row.version, sort: 9 } })
    expect(first.body).toMatchObject({ sort: 9, version: row.version + 1, name: 'Corner shop' })
    const second = await app.call(`PATCH /category-types/${row.id}`, { as: editor, body: { version: row.version, sort: 3 } })
    expect(second.status).toBe(409)
    expect(second.body.error).toMatchObject({ kind: 'stale', current: { sort: 9, version: row.version + 1 } })
    expect(second.body.error.message).toContain('Test Person')
  })

  test('one that stores use is counted, says so, and stays, in its vertical; without them it goes', async () => {
    const { body: row } = await create({ name: 'Wholesale' })
    const stores = [await addStore(app.database.db), await addStore(app.database.db)]
    await sql`insert into store_category_type (store_id, category_type_id)
      select id, ${row.id}::uuid from store where id = any(${stores.map(({ id }) => id)}::uuid[])`.execute(app.database.db)
    const { body: used } = await app.call(`GET /category-types/${row.id}`, { as: editor })
    expect(used.stores).toBe(2)
    expect(used.allowed).toContainEqual({ action: 'remove', because: 'It is used by 2 stores.' })
    const refused = await app.call(`DELETE /category-types/${row.id}`, { as: editor, body: { version: 1 } })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ reason: 'in-use', message: 'It is used by 2 stores.' })
    const moved = await app.call(`PATCH /category-types/${row.id}`, { as: editor, body: { version: 1, vertical: 'fish' } })
    expect(moved.status).toBe(409)
    expect(moved.body.error).toMatchObject({ reason: 'in-use', fields: { 'body.vertical': 'cannot change' } })
    await sql`delete from store_category_type`.execute(app.database.db)
    expect((await app.call(`DELETE /category-types/${row.id}`, { as: editor, body: { version: 1 } })).status).toBe(200)
    expect((await app.call(`GET /category-types/${row.id}`, { as: editor })).status).toBe(404)
  })

  test('the list is filtered by vertical and pages through every row once, both ways', async () => {
    for (const sort of [5, 5, 5, 2, 8]) await create({ vertical: 'fish', name: `Fish ${Math.random()}`, sort })
    for (const order of ['sort', '-sort', '-createdAt']) {
      const seen: { id: string; sort: number }[] = []
      for (let cursor = ''; ; ) {
        const { body } = await app.call(`GET /category-types?vertical=fish&limit=2&sort=${order}&count=true${cursor}`, { as: editor })
        expect(body.total).toEqual({ value: 5, capped: false })
        seen.push(...body.rows)
        if (!body.next) break
        cursor = `&cursor=${body.next}`
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
      if (order === 'sort') expect(seen.map(({ sort }) => sort)).toEqual([2, 5, 5, 5, 8])
    }
  })

  test('who may only look sees every row, whatever the scope, and no action; who may not, is told what is missing', async () => {
    const viewer = await app.addStaff({ permissions: ['setting.view'], scope: { kind: 'branch', ids: [crypto.randomUUID()] } })
    const { body } = await app.call('GET /category-types?vertical=fruits', { as: viewer })
    expect(body.rows).toHaveLength(1)
    expect(body.rows[0].allowed).toEqual([])
    const refused = await app.call('POST /category-types', { as: viewer, body: draft })
    expect(refused.status).toBe(401)
    expect(refused.body.error).toMatchObject({ kind: 'not-permitted', fields: { permission: 'setting.create' } })
  })

  test('every write leaves one audit entry and one event', async () => {
    const { body: row } = await create({ name: 'Counted' })
    await app.call(`PATCH /category-types/${row.id}`, { as: editor, body: { version: 1, active: false } })
    await app.call(`DELETE /category-types/${row.id}`, { as: editor, body: { version: 2 } })
    const entries = await app.database.db.selectFrom('audit_entry').select('action').where('entity_id', '=', row.id).orderBy('id').execute()
    const events = await app.database.db
      .selectFrom('event')
      .select(['action', 'version'])
      .where('entity_id', '=', row.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'remove'])
    expect(events).toEqual([
      { action: 'create', version: 1 },
      { action: 'update', version: 2 },
      { action: 'remove', version: 3 },
    ])
  })
})

test('a cuisine counts its stores too, and finds itself by a part of its name', async () => {
  const { body: row } = await app.call('POST /cuisines', { as: editor, body: { name: 'Malabar', sort: 1, active: true } })
  const store = await addStore(app.database.db)
  await app.database.db.insertInto('store_cuisine').values({ store_id: store.id, cuisine_id: row.id }).execute()
  const { body } = await app.call('GET /cuisines?q=ALAB', { as: editor })
  expect(body.rows).toMatchObject([{ name: 'Malabar', stores: 1 }])
  const refused = await app.call(`DELETE /cuisines/${row.id}`, { as: editor, body: { version: 1 } })
  expect(refused.body.error.message).toBe('It is used by 1 store.')
})
