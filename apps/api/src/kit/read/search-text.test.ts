import { masked, maskPhone, newId, Phone } from '@larder/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { queriesOf } from '../../../test/plans.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { systemActor, systemContext } from '../access/system-actor.ts'
import type { Context } from '../context.ts'
import { folded, foundFirst, matching, matchingWords, searchText } from './search-text.ts'

let app: TestApp
let ctx: Context
const row = z.strictObject({ name: z.string(), phone: masked(z.string(), 'customer.reveal', maskPhone) })
const clerk = { ...systemActor, isAdmin: false }
const revealer = { ...clerk, grants: new Set(['customer.reveal'] as const) }

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [] })
  ctx = systemContext(app.services, 'cuisine.list')
})
afterAll(() => app.close())

const namesWhere = async (condition: ReturnType<typeof matching>) =>
  (await ctx.db.selectFrom('cuisine').select('name').where(condition).orderBy('name').execute()).map(({ name }) => name)

describe('a search', () => {
  it('takes wildcards and backslashes for what they are', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    const names = ['100% veg', '100 veg', 'a_b', 'axb', 'back\\slash', 'BENGALI']
    await db
      .insertInto('cuisine')
      .values(names.map((name) => ({ id: newId(), name })))
      .execute()
    const find = (text: string) => namesWhere(matching(ctx, row, { name: 'cuisine.name' }, text))
    expect(await find('100%')).toEqual(['100% veg'])
    expect(await find('a_b')).toEqual(['a_b'])
    expect(await find('\\')).toEqual(['back\\slash'])
    expect(await find('bengal')).toEqual(['BENGALI'])
    expect(await find("'; drop table cuisine --")).toEqual([])
  })

  it('looks into a masked field for those alone who may see it whole', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    await db.insertInto('cuisine').values({ id: newId(), name: '+919847055512' }).execute()
    for (const typed of ['98470 555', '512', '+91 98470 55512', '+91 (0)98470 55512', '0098470 55512']) {
      expect(await namesWhere(matching(revealer, row, { phone: 'cuisine.name' }, typed))).toHaveLength(1)
      expect(await namesWhere(matching(clerk, row, { phone: 'cuisine.name' }, typed))).toEqual([])
    }
  })

  it('takes few rows by their ids and many as they come, each once; what a great part of the table has is not even counted', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    await sql`insert into cuisine (id, name) select uuidv7(), case when n <= 300 then 'few' when n <= 1500 then 'some' else 'odd one' end || ' ' || n
      from generate_series(1, 30000) as n`.execute(db)
    const find = async (text: string) => {
      const condition = matching(ctx, row, { name: 'cuisine.name' }, text)
      let isAsItComes = false
      const asked = await queriesOf(app, async () => {
        const first = await foundFirst(app.services.db, 'cuisine', condition)
        isAsItComes = first === condition
        const idsWhere = (where: typeof condition) => ctx.db.selectFrom('cuisine').select('id').where(where).orderBy('id').execute()
        if (!isAsItComes) expect(first ? await idsWhere(first) : []).toEqual(await idsWhere(condition))
      })
      return { isAsItComes, asked: asked.length }
    }
    expect(await find('odd one')).toEqual({ isAsItComes: true, asked: 2 })
    // Large tables have such figures by the index of what is looked into.
    await sql`create statistics cuisine_folded on (${folded('cuisine.name')}) from cuisine`.execute(db)
    await sql`analyze cuisine`.execute(db)
    expect(await find('few')).toEqual({ isAsItComes: false, asked: 2 })
    expect(await find('some')).toEqual({ isAsItComes: false, asked: 3 })
    expect(await find('nothing at all')).toEqual({ isAsItComes: false, asked: 2 })
    expect(await find('odd one')).toEqual({ isAsItComes: true, asked: 2 })
    expect(await find('')).toEqual({ isAsItComes: true, asked: 2 })
  })

  describe('by words', () => {
    const rows = [
      'hakka noodles chicken 1 ric-010-33',
      'chicken biryani bir-002-7',
      'tilapia 4 fis-001-4',
      "o'brien back\\slash a&b !x (y:*",
    ]
    const find = async (typed: string) => {
      const condition = matchingWords(ctx, row, { name: 'probe.search' }, typed)
      if (!condition) return null
      const probe = sql`unnest(${rows}::text[]) with ordinality as probe (search, place)`
      const found = await sql<{ place: number }>`select place::int from ${probe} where ${condition} order by place`.execute(ctx.db)
      return found.rows.map(({ place }) => place - 1)
    }

    it('finds rows that hold each of them, in any order, the last as the beginning of one', async () => {
      expect(await find('CHICKEN  hakka')).toEqual([0])
      expect(await find('noodles chic')).toEqual([0])
      expect(await find('chic noodles')).toEqual([])
      expect(await find('biryani chicken')).toEqual([1])
      expect(await find('Ric-010')).toEqual([0])
      expect(await find('010-33')).toEqual([])
      expect(await find('tilapia 4')).toEqual([2])
      expect(await find('tilapia fi')).toEqual([])
    })

    it('leaves one word without a digit, and numbers, to their parts', async () => {
      expect(await find('chicken')).toBeNull()
      expect(matchingWords(revealer, row, { name: 'probe.search', phone: 'probe.phone' }, '98470 55512')).toBeNull()
      expect(matchingWords(ctx, row, { name: 'cuisine.name' }, 'two words')).toBeNull()
    })

    it('takes each character for what it is', async () => {
      expect(await find("o'brien a&b")).toEqual([3])
      expect(await find('!x (y:*')).toEqual([3])
      expect(await find('a&b back\\slash')).toEqual([3])
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 2, maxLength: 6 }), async (typed) => {
          const text = searchText([typed.join(' ')])
          fc.pre(text.includes(' ') && !text.includes('\0'))
          const condition = matchingWords(ctx, row, { name: 'probe.search' }, text) ?? sql`null`
          const found = await sql`select from (select ${text}::text as search) as probe where ${condition}`.execute(ctx.db)
          expect(found.rows).toHaveLength(1)
        }),
        { numRuns: 300 },
      )
    })
  })

  it('sees by the newest rows whether what many are expected to have is met soon', async () => {
    const { db } = app.database
    const words = async (isEvenly: boolean) => {
      await db.deleteFrom('cuisine').execute()
      const isTold = isEvenly ? sql`n % 21 = 0` : sql`n <= 6000`
      await sql`insert into cuisine (id, name) select uuidv7(), case when ${isTold} then 'many' else 'odd one' end || ' ' || n
        from generate_series(1, 126000) as n`.execute(db)
      await sql`analyze cuisine`.execute(db)
      const condition = matching(ctx, row, { name: 'cuisine.name' }, 'many')
      let first: unknown
      const asked = await queriesOf(app, async () => {
        first = await foundFirst(app.services.db, 'cuisine', condition)
      })
      expect(first).toBe(condition)
      return asked.map(({ sql }) => /^explain|newest|with found/.exec(sql)?.[0] ?? (sql.includes('as met') ? 'newest' : sql))
    }
    expect(await words(true)).toEqual(['explain', 'newest'])
    expect(await words(false)).toEqual(['explain', 'newest', 'with found'])
  })

  it('folds both sides alike, and everything is found by nothing but white space', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    const names = ['1 STRASSE', '2 Straße', 'İzmir', 'Hot ﬁsh curry', 'Ⅸ meals', 'Fish Curry']
    await db
      .insertInto('cuisine')
      .values(names.map((name) => ({ id: newId(), name })))
      .execute()
    const find = (text: string) => namesWhere(matching(ctx, row, { name: 'cuisine.name' }, text))
    expect(await find('straße')).toEqual(await find('STRASSE'))
    expect(await find('strasse')).toHaveLength(2)
    expect(await find('FISH  CURRY ')).toHaveLength(2)
    expect(await find('ix')).toEqual(['Ⅸ meals'])
    expect(await find(' \t')).toHaveLength(names.length)
  })

  it('takes a field for a phone number by its shape: digits are looked for in it, whatever the grouping, and words never', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    await db.insertInto('cuisine').values({ id: newId(), name: '+914842778899' }).execute()
    const shape = z.strictObject({ phone: z.nullable(Phone), code: z.string() })
    const find = (field: string, text: string) => namesWhere(matching(ctx, shape, { [field]: 'cuisine.name' }, text))
    expect(await find('phone', '0484 277-8899')).toHaveLength(1)
    expect(await find('code', '0484 277-8899')).toEqual([])
    expect(await find('phone', '27')).toEqual([])
    expect(await find('phone', '+91484')).toHaveLength(1)
  })

  it('tells nothing of a field that one of its shapes masks, and of any other masked one by the whole alone', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    await db.insertInto('cuisine').values({ id: newId(), name: 'AB12 3456' }).execute()
    const open = z.strictObject({ name: z.string() })
    const account = z.strictObject({ name: masked(z.string(), 'bank-account.reveal', () => '••', 'customer-phone.reveal') })
    const teller = { ...clerk, grants: new Set(['customer-phone.reveal'] as const) }
    const find = (who: typeof clerk, text: string) => namesWhere(matching(who, [open, account], { name: 'cuisine.name' }, text))
    expect([await find(clerk, 'ab12 3456'), await find(teller, 'ab12 345')]).toEqual([[], []])
    expect([await find(teller, 'ab12  3456'), await find(systemActor, '12 34')]).toEqual([['AB12 3456'], ['AB12 3456']])
  })

  it('of a field that the rows do not have is a mistake of ours', () => {
    expect(() => matching(clerk, row, { mail: 'cuisine.name' }, 'x')).toThrow('"mail"')
  })
})
