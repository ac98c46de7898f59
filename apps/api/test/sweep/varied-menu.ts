import { addMinutes, currentInstant } from '@larder/contract'
import { addItem, addStore, taxProfileOf } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

/** Items of two stores that differ in whatever their list can be cut by: names fall while ids rise, and places go up and down. */
export async function addVariedItems({ app }: SweptProduct): Promise<void> {
  const { db } = app.database
  const [store, other] = [await addStore(db), await addStore(db)]
  const { id: brandId } = await db
    .insertInto('brand')
    .values({ id: crypto.randomUUID(), store_id: store.id, name: 'Malabar Mills' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const varied = [
    { brand_id: brandId, veg_mark: 'veg' },
    { available: false, veg_mark: 'egg' },
    { snoozed_until: addMinutes(currentInstant(), 600), veg_mark: 'non-veg' },
    { stock: 0, tax_profile_id: await taxProfileOf(db, 180_000) },
    { stock: 2, low_stock: 5, tax_profile_id: null },
    {},
  ]
  for (const [index, given] of varied.entries())
    await addItem(db, index === 5 ? other : store, { name: `${'zyxwvu'[index]} item`, sort: 1 + ((index * 5 + 5) % 7), ...given })
}
