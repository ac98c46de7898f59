import { addMinutes, currentInstant, newId } from '@larder/contract'
import type { Database } from '../../src/db/database.ts'
import { addChoiceGroup, addItem, addStore, taxProfileOf } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

/** Items of two stores that differ in whatever their list can be cut by: names fall while ids rise, and places go up and down. */
export async function addVariedItems({ app }: SweptProduct): Promise<void> {
  const { db } = app.database
  const [store, other] = [await addStore(db), await addStore(db)]
  const { id: brandId } = await db
    .insertInto('brand')
    .values({ id: newId(), store_id: store.id, name: 'Malabar Mills' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const name of ['zz below', 'yy below']) await addBelow(db, store.id, name)
  const varied = [
    { brand_id: brandId, veg_mark: 'veg' },
    { available: false, veg_mark: 'egg' },
    { snoozed_until: addMinutes(currentInstant(), 600), veg_mark: 'non-veg' },
    { stock: 0, tax_profile_id: await taxProfileOf(db, 180_000) },
    { stock: 2, low_stock: 5, tax_profile_id: null },
    {},
  ]
  let last: Awaited<ReturnType<typeof addItem>> | null = null
  for (const [index, given] of varied.entries())
    last = await addItem(db, index === 5 ? other : store, { name: `${'zyxwvu'[index]} item`, sort: 1 + ((index * 5 + 5) % 7), ...given })
  if (last) await addVariedGroups(db, last)
}

/** Groups of both kinds, whose names fall while their ids rise and whose places go up and down. */
async function addVariedGroups(db: Database, item: { id: string; store_id: string }): Promise<void> {
  for (const [index, kind] of ['option', 'addon', 'option', 'addon'].entries())
    await addChoiceGroup(db, item, { kind, name: `${'zyxw'[index]} group`, sort: 1 + ((index * 5 + 5) % 7), min_choices: 0 })
}

/** A category with another above it. */
async function addBelow(db: Database, storeId: string, name: string): Promise<void> {
  const top = { id: newId(), store_id: storeId, name: `${name}: top`, sort: 3 }
  await db
    .insertInto('menu_category')
    .values([top, { id: newId(), store_id: storeId, name, sort: 8, parent_id: top.id }])
    .execute()
}
