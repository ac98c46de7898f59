import { masked, maskPhone, newId, Phone } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { systemActor, systemContext } from '../access/system-actor.ts'
import type { Context } from '../context.ts'
import { foundFirst, matching } from './search-text.ts'

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

  it('takes few rows by their ids and many as they come, each once', async () => {
    const { db } = app.database
    await db.deleteFrom('cuisine').execute()
    const names = Array.from({ length: 5001 }, (_, at) => `${at < 1000 ? 'few' : at < 5000 ? 'some' : 'odd'} ${at}`)
    await db
      .insertInto('cuisine')
      .values(names.map((name) => ({ id: newId(), name })))
      .execute()
    const find = async (text: string) => {
      const condition = matching(ctx, row, { name: 'cuisine.name' }, text)
      const first = await foundFirst(ctx.db, 'cuisine', condition)
      expect(await namesWhere(first)).toEqual(await namesWhere(condition))
      return first === condition
    }
    expect(await find('few')).toBe(false)
    expect(await find('some')).toBe(false)
    expect(await find('nothing at all')).toBe(false)
    expect(await find('')).toBe(true)
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
