import { newId } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { systemContext } from './access/system-actor.ts'
import type { Context } from './context.ts'
import { type ListInput, listPage, type SortColumn } from './list-query.ts'
import { encodeCursor } from './read/cursor.ts'

let app: TestApp
let ctx: Context
const sorts: Record<string, SortColumn> = {
  id: { column: 'cuisine.id' },
  sort: { column: 'cuisine.sort' },
  createdAt: { column: 'cuisine.created_at' },
  image: { column: 'cuisine.image_id' },
  named: { column: sql`coalesce(cuisine.image_id::text, cuisine.name)` },
}

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [] })
  ctx = systemContext(app.services, 'cuisine.list')
})
afterAll(() => app.close())

const page = (input: Partial<ListInput>) =>
  listPage(ctx, {
    query: ctx.db.selectFrom('cuisine').select(['id', 'name']),
    input: { limit: 25, ...input },
    sorts,
    defaultSort: 'id',
    tie: 'cuisine.id',
    present: (row) => row,
  })

async function walk(sort: string, limit: number): Promise<string[]> {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await page({ sort, limit, cursor })
    expect(rows.length).toBeLessThanOrEqual(limit)
    seen.push(...rows.map(({ id }) => id))
    if (next === null) return seen
    expect(rows).toHaveLength(limit)
    cursor = next
  }
}

/** Replaces the table by rows with these sort values; instants differ by microseconds only. */
async function fill(values: number[]): Promise<void> {
  const { db } = app.database
  await db.deleteFrom('cuisine').execute()
  const rows = values.map((value) => {
    const id = newId()
    return {
      id,
      name: `Cuisine ${id}`,
      sort: value,
      created_at: sql<string>`timestamptz '2026-01-01 00:00:00Z' + make_interval(secs => ${value} * 1e-6)`,
    }
  })
  if (rows.length > 0) await db.insertInto('cuisine').values(rows).execute()
}

describe('keyset pages', () => {
  it('show every row exactly once, in order, whatever the page size, the direction and the ties', async () => {
    const shape = fc.record({
      values: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }),
      limit: fc.integer({ min: 1, max: 9 }),
      key: fc.constantFrom('id', 'sort', 'createdAt', 'named'),
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ values, limit, key }) => {
        await fill(values)
        const up = await walk(key, limit)
        expect(up).toHaveLength(values.length)
        expect(new Set(up).size).toBe(values.length)
        expect(await walk(`-${key}`, limit)).toEqual(up.toReversed())
        const column = { id: 'id', sort: 'sort', createdAt: 'created_at', named: 'name' } as const
        const expected = await app.database.db
          .selectFrom('cuisine')
          .select('id')
          .orderBy(column[key as 'id'])
          .orderBy('id')
          .execute()
        expect(up).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 40 },
    )
  })

  it('neither skip nor repeat rows that stay while others come and go', async () => {
    await fill(Array.from({ length: 30 }, (_, at) => at))
    const first = await page({ sort: 'sort', limit: 10 })
    await app.database.db.deleteFrom('cuisine').where('sort', 'in', [2, 9, 15]).execute()
    await app.database.db.insertInto('cuisine').values({ id: newId(), name: 'New', sort: 3 }).execute()
    const second = await page({ sort: 'sort', limit: 100, cursor: first.next ?? '' })
    expect(second.rows).toHaveLength(19)
    expect(second.rows.filter(({ id }) => first.rows.some((row) => row.id === id))).toEqual([])
  })

  it('carry nothing but what was asked for', async () => {
    await fill([1])
    expect(Object.keys((await page({ sort: 'sort' })).rows[0] ?? {})).toEqual(['id', 'name'])
  })

  it('refuse a cursor that is not of this list or of this sort', async () => {
    await fill([1, 2, 3])
    const { next } = await page({ sort: 'sort', limit: 1 })
    const id = newId()
    const forged = [
      'x',
      '%00',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('["sort",1,2]').toString('base64url'),
      encodeCursor({ sort: 'sort', value: "1'; select pg_sleep(3)--", tie: id }),
      encodeCursor({ sort: 'sort', value: '1', tie: 'not a uuid' }),
      encodeCursor({ sort: 'sort', value: '1\0', tie: id }),
      encodeCursor({ sort: 'sort', value: '99999999999999999999', tie: id }),
    ]
    for (const cursor of forged) {
      await expect(page({ sort: 'sort', cursor })).rejects.toMatchObject({
        kind: 'invalid',
        fields: { 'query.cursor': 'is not a cursor of this list' },
      })
    }
    await expect(page({ sort: '-sort', cursor: next ?? '' })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(page({ sort: 'password' })).rejects.toMatchObject({ fields: { 'query.sort': 'is not a sort order of this list' } })
    await expect(page({ sort: 'constructor' })).rejects.toMatchObject({ fields: { 'query.sort': 'is not a sort order of this list' } })
  })

  it('say it when a sort meets null', async () => {
    await fill([1, 2])
    await expect(page({ sort: 'image', limit: 1 })).rejects.toThrow('give its column a coalesce')
  })

  it('count only when asked, to at most a thousand', async () => {
    await fill([1, 2, 3])
    expect((await page({ limit: 1 })).total).toBeNull()
    expect((await page({ limit: 1, count: true })).total).toEqual({ value: 3, capped: false })
    await fill(Array.from({ length: 1000 }, () => 1))
    expect((await page({ limit: 1, count: true })).total).toEqual({ value: 1000, capped: false })
    await app.database.db.insertInto('cuisine').values({ id: newId(), name: 'One more' }).execute()
    expect((await page({ limit: 1, count: true })).total).toEqual({ value: 1000, capped: true })
  })
})
