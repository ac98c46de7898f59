import { masked, maskPhone, newId } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { systemActor, systemContext } from '../access/system-actor.ts'
import type { Context } from '../context.ts'
import { found, matching } from './search-text.ts'

let app: TestApp
let ctx: Context
const row = z.strictObject({ name: z.string(), phone: masked(z.string(), 'customer.reveal', maskPhone) })
const clerk = { ...systemActor, isAdmin: false }
const revealer = { ...clerk, grants: new Set(['customer.reveal'] as const) }

beforeAll(async () => {
  app = await testApp({ contracts: {}, modules: [], openDoors: new Set() })
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
      expect(await namesWhere(found(revealer, row, { phone: 'cuisine.name' }, typed))).toHaveLength(1)
      expect(await namesWhere(found(clerk, row, { phone: 'cuisine.name' }, typed))).toEqual([])
    }
  })

  it('of a field that the rows do not have is a mistake of ours', () => {
    expect(() => found(clerk, row, { mail: 'cuisine.name' }, 'x')).toThrow('"mail"')
  })
})
