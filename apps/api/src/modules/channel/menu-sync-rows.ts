import type { IllFormed, ItemFields, SyncedItem, SyncedMenu } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

type Answer = SyncedMenu['items'][number]

/** A store's menu while a channel brings it up to date. */
export interface Syncing {
  channelId: string
  store: { id: string; branch_id: string; currency: string }
}

/** An item of a call with what it stands for. */
export interface SyncRow {
  outsideId: string
  /** The item that it is of; null: the store has none yet. */
  itemId: string | null
  /** Whether the channel said so before. */
  isLinked: boolean
  /** What is to become of it, but for its category. */
  fields: ItemFields
  category: WantedCategory | null
  refusals: Answer['refusals']
}

/** A category as a call names it: by what the channel calls it, by its name, or by both. */
export interface WantedCategory {
  outsideId: string | null
  name: string | null
}

/** Names that people take for the same are the same. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** What the items of a call stand for, in three statements for however many. */
export async function readRows(
  db: ReadDatabase,
  syncing: Syncing,
  { items, illFormed }: { items: readonly SyncedItem[]; illFormed: IllFormed },
): Promise<SyncRow[]> {
  const [found, linked, profiles] = [
    await findItems(db, syncing, items),
    await readLinked(db, syncing),
    new Map((await db.selectFrom('tax_profile').select(['id', 'name']).execute()).map(({ id, name }) => [nameKey(name), id])),
  ]
  // A category that the call names once is known by its id in the rest of it.
  const named = new Map(
    items.flatMap(({ category }) => (category?.outsideId && category.name ? [[category.outsideId, category.name]] : [])),
  )
  // What a till calls an item may well be what we call another one.
  const seen = { outsideIds: new Set<string>(), itemIds: new Set<string>() }
  return items.map(({ outsideId, category: _, taxProfile, ...given }, at) => {
    const own = found[at]
    const itemId = own?.linked_id ?? (own?.is_free ? own.twin_id : null) ?? null
    const category = categoryOf(items[at]?.category, linked, named)
    const taxProfileId = taxProfile == null ? taxProfile : profiles.get(nameKey(taxProfile))
    const refusals: Answer['refusals'] = Object.entries(illFormed[at] ?? {}).map(([field, because]) => ({ field, because }))
    if (seen.outsideIds.has(outsideId)) refusals.push({ field: 'outsideId', because: 'stands in this call already' })
    else if (itemId !== null && seen.itemIds.has(itemId))
      refusals.push({ field: 'sku', because: 'is that of an item that stands in this call already' })
    if (typeof category === 'string') refusals.push({ field: 'category', because: category })
    if (taxProfile && !taxProfileId) refusals.push({ field: 'taxProfile', because: 'is the name of no tax profile' })
    seen.outsideIds.add(outsideId)
    if (itemId !== null) seen.itemIds.add(itemId)
    return {
      outsideId,
      itemId,
      isLinked: own?.linked_id != null,
      fields: {
        ...given,
        ...(taxProfileId !== undefined && { taxProfileId }),
        // What has no code of its own goes by what its program calls it.
        ...(itemId === null && { sku: given.sku ?? outsideId, unit: given.unit ?? 'pc' }),
      } as ItemFields,
      category: typeof category === 'string' ? null : category,
      refusals,
    }
  })
}

interface FoundItem {
  linked_id: string | null
  /** The item of the store that has the code. */
  twin_id: string | null
  /** Whether the channel calls that nothing yet. */
  is_free: boolean
}

async function findItems(db: ReadDatabase, { channelId, store }: Syncing, items: readonly SyncedItem[]): Promise<FoundItem[]> {
  const given = items.map(({ outsideId, sku = outsideId }) => ({ outside_id: outsideId, sku }))
  const { rows } = await sql<FoundItem>`
    select own.item_id as linked_id, twin.id as twin_id, twin.id is not null and not exists (
      select from outside_record where item_id = twin.id and channel_id = ${channelId}) as is_free
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}) as (outside_id text, sku text)) with ordinality as given (outside_id, sku, n)
      left join outside_record as own on own.channel_id = ${channelId} and own.store_id = ${store.id} and own.outside_id = given.outside_id
        and own.item_id is not null
      left join item as twin on twin.store_id = ${store.id} and twin.sku = given.sku
    order by given.n`.execute(db)
  return rows
}

/** What the channel calls categories of the store. */
async function readLinked(db: ReadDatabase, { channelId, store }: Syncing): Promise<ReadonlySet<string>> {
  const links = db.selectFrom('outside_record').select('outside_id').where('channel_id', '=', channelId).where('store_id', '=', store.id)
  return new Set((await links.where('category_id', 'is not', null).execute()).map(({ outside_id }) => outside_id))
}

/** The category that an item is to be in; a string says what is wrong, null that nothing is said. */
function categoryOf(
  wanted: SyncedItem['category'],
  linked: ReadonlySet<string>,
  nameOf: ReadonlyMap<string, string>,
): WantedCategory | string | null {
  if (!wanted) return null
  const { outsideId = null, name = nameOf.get(wanted.outsideId ?? '') ?? null } = wanted
  if (name !== null || (outsideId !== null && linked.has(outsideId))) return { outsideId, name }
  return outsideId === null ? 'needs a name or an outside id' : 'is not known by this id: say its name as well'
}
