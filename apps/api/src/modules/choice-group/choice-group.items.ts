import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import type { JudgedItem } from './choice-group.rules.ts'

/** The items that come with any of some groups, each once. */
export async function itemsOfGroups({ db }: Work, groupIds: readonly string[]): Promise<string[]> {
  const rows = db.selectFrom('item_choice_group').select('item_id').distinct().where('group_id', 'in', groupIds).orderBy('item_id')
  return (await rows.execute()).map(({ item_id }) => item_id)
}

/** The items of a store that have the SKU of one of these. */
export async function itemsAlike(db: ReadDatabase, itemIds: readonly string[], storeId: string): Promise<string[]> {
  if (itemIds.length === 0) return []
  const skus = db.selectFrom('item').select('sku').where('id', 'in', itemIds)
  const rows = db.selectFrom('item').select('id').where('store_id', '=', storeId).where('sku', 'in', skus).orderBy('id')
  return (await rows.execute()).map(({ id }) => id)
}

/** Which items of a store are meant: by id, or by the codes that files say. */
export interface MeantItems {
  itemIds?: readonly string[] | undefined
  skus?: readonly string[] | undefined
}

const meant = (storeId: string, { itemIds = [], skus }: MeantItems) =>
  sql`item.store_id = ${storeId} and ${skus ? sql`item.sku = any(${[...skus]}::text[])` : sql`item.id = any(${[...itemIds]}::uuid[])`}`

/**
 * Holds items until the end, those of `also` too, so that of two who change what one of them costs, or what takes something off it, the second sees
 * what the first has done.
 */
export async function holdItems({ db }: Work, storeId: string, items: MeantItems, also: readonly string[] = []): Promise<void> {
  await sql`select from item where (${meant(storeId, items)}) or (${meant(storeId, { itemIds: also })})
    order by id for no key update`.execute(db)
}

/** The ids of items, and why codes name none. */
export async function itemsMeant(db: ReadDatabase, storeId: string, { itemIds, skus }: MeantItems) {
  if (!skus) return { itemIds: itemIds ?? [], problem: null }
  if (itemIds) return { itemIds, problem: 'says the items once more: by id or by SKU' }
  const { rows } = await sql<{ id: string; sku: string }>`select id, sku from item where ${meant(storeId, { skus })} order by id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  const twice = skus.find((sku, at) => skus.indexOf(sku) !== at)
  if (twice !== undefined) return { itemIds: ids, problem: `has ${twice} twice` }
  const known = new Set(rows.map(({ sku }) => sku))
  const missing = skus.find((sku) => !known.has(sku))
  return { itemIds: ids, problem: missing === undefined ? null : `has ${missing}, which no item of the store has` }
}

interface Asked {
  itemIds: readonly string[]
  without: readonly string[]
  storeId: string
}

/** Items of a store with the groups that they have besides those of `without`. */
export async function readItems(db: ReadDatabase, { itemIds, without, storeId }: Asked): Promise<JudgedItem[]> {
  if (itemIds.length === 0) return []
  const those = meant(storeId, { itemIds })
  const { rows } = await sql<JudgedItem>`select item.id, item.name, item.unit, item.price_minor,
      (select coalesce(jsonb_agg(jsonb_build_object('choices', other.choices, 'minChoices', other.min_choices, 'maxChoices', other.max_choices,
          'freeChoices', other.free_choices)), '[]')
        from item_choice_group as comes join choice_group as other on other.id = comes.group_id
        where comes.item_id = item.id and other.id <> all(${[...without]}::uuid[])) as others
    from item where ${those} order by item.id`.execute(db)
  return rows
}

/** The items that come with a group, instead of those that did. */
export async function keepItems({ db }: Work, groupId: string, itemIds: readonly string[]): Promise<void> {
  await sql`delete from item_choice_group where group_id = ${groupId}`.execute(db)
  const rows = itemIds.map((item_id) => ({ item_id, group_id: groupId }))
  if (rows.length > 0) await db.insertInto('item_choice_group').values(rows).execute()
}
