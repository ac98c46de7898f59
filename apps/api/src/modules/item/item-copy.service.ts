import type { Item, ItemFields } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { invalid } from '#kit/errors.ts'
import { keepGroups } from '#modules/choice-group/item-groups.service.ts'
import { copyingOf } from '#modules/store/copy-part.service.ts'
import { keepPictures } from './item.pictures.ts'
import { items } from './item.service.ts'

/**
 * The same item on another store's menu, by the same SKU: in the category, of the brand and with the groups of choices that are called there as
 * they are here. It is available, and nothing of it is in stock yet.
 */
export const copyItem = copyingOf('item', items, {
  draftOf: async (item: Item, { db }, storeId) => {
    const { category, brand, groups } = await findAlike(db, item, storeId)
    if (!category) return invalid({ 'body.storeId': `has no category ${item.category.name}: copy that first` })
    const { sku, barcode, description, imageIds, unit, price, compareAt, cost, taxProfileId, vegMark, allergens } = item
    const { prepMinutes, leadHours, stock, lowStock, schedule, maxPerOrder } = item
    const facts = { sku, barcode, description, imageIds, unit, price, compareAt, cost, taxProfileId, vegMark, allergens }
    const selling = { prepMinutes, leadHours, stock: stock === null ? null : 0, lowStock, schedule, maxPerOrder }
    const fields = { categoryId: category as ItemFields['categoryId'], brandId: brand as ItemFields['brandId'], ...facts, ...selling }
    return { ...fields, free: item.free, available: true, choiceGroupIds: groups }
  },
  keeps: async (work, itemId, { imageIds, choiceGroupIds }, ctx) => {
    await keepPictures(work, new Map([[itemId, imageIds]]))
    await keepGroups(ctx, work, { itemId, groupIds: choiceGroupIds, before: [] })
    return { image_ids: imageIds, choice_group_ids: choiceGroupIds }
  },
})

interface Alike {
  category: string | null
  brand: string | null
  groups: Item['choiceGroupIds']
}

// As the indexes have it by which a name stands once in a store.
const nameKey = (name: RawBuilder<unknown>) => sql`lower(normalize(${name}, NFKC) collate pg_unicode_fast)`

/** What another store has under the same names: groups of the same kind. */
async function findAlike(db: ReadDatabase, { category, brand, choiceGroupIds }: Item, storeId: string): Promise<Alike> {
  const called = (name: string | null) => sql`store_id = ${storeId} and ${nameKey(sql`name`)} = ${nameKey(sql`${name}::text`)}`
  const { rows } = await sql<Alike>`select
    (select id from menu_category where ${called(category.name)}) as category,
    (select id from brand where ${called(brand?.name ?? null)}) as brand,
    array(select there.id from choice_group as here join choice_group as there on there.store_id = ${storeId} and there.kind = here.kind
      and ${nameKey(sql`there.name`)} = ${nameKey(sql`here.name`)} where here.id = any(${choiceGroupIds}::uuid[]) order by there.id) as groups`.execute(
    db,
  )
  return rows[0] ?? { category: null, brand: null, groups: [] }
}
