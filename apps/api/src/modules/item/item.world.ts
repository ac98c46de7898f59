import type { ItemFields } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { ItemWorld } from './item.rules.ts'

export interface InStore {
  storeId: string
  currency: string
}

type Found = { kind: 'category' | 'brand' | 'tax' | 'file'; id: string; store_id: string | null }

/** What items name and is there, read in one statement for however many; by store. */
export async function worldsOf(
  db: ReadDatabase,
  stores: readonly InStore[],
  named: readonly ItemFields[],
): Promise<ReadonlyMap<string, ItemWorld>> {
  const ids = (values: (string | null | undefined)[]) => [...new Set(values.flatMap((id) => id ?? []))]
  const categories = ids(named.map(({ categoryId }) => categoryId))
  const brands = ids(named.map(({ brandId }) => brandId))
  const taxes = ids(named.map(({ taxProfileId }) => taxProfileId))
  const files = ids(named.flatMap(({ imageIds = [] }) => imageIds))
  const nothing = categories.length + brands.length + taxes.length + files.length === 0
  const { rows } = nothing
    ? { rows: [] }
    : await sql<Found>`
      select 'category' as kind, id, store_id from menu_category where id = any(${categories}::uuid[])
      union all select 'brand', id, store_id from brand where id = any(${brands}::uuid[])
      union all select 'tax', id, null from tax_profile where id = any(${taxes}::uuid[])
      union all select 'file', id, null from file where id = any(${files}::uuid[])`.execute(db)
  const those = (kind: Found['kind'], storeId: string | null) =>
    new Set(rows.filter((row) => row.kind === kind && row.store_id === storeId).map(({ id }) => id))
  const [taxProfiles, pictures] = [those('tax', null), those('file', null)]
  return new Map(
    stores.map(({ storeId, currency }) => [
      storeId,
      { currency, categories: those('category', storeId), brands: those('brand', storeId), taxProfiles, files: pictures },
    ]),
  )
}

type Taken = { id: string; store_id: string; sku: string; barcode: string | null }

/** Items of these stores that have a code or a barcode which is named. */
export async function takenBy(db: ReadDatabase, storeIds: readonly string[], named: readonly ItemFields[]): Promise<Taken[]> {
  const skus = named.flatMap(({ sku }) => sku ?? [])
  const barcodes = named.flatMap(({ barcode }) => barcode ?? [])
  if (skus.length + barcodes.length === 0) return []
  const { rows } = await sql<Taken>`
    select id, store_id, sku, barcode from item where store_id = any(${[...storeIds]}::uuid[]) and sku = any(${skus}::text[])
    union select id, store_id, sku, barcode from item where store_id = any(${[...storeIds]}::uuid[]) and barcode = any(${barcodes}::text[])`.execute(
    db,
  )
  return rows
}

/** The store of a new item; null where there is none. */
export async function findStore(db: ReadDatabase, storeId: string): Promise<InStore | null> {
  const row = await db.selectFrom('store').select(['id', 'currency']).where('id', '=', storeId).executeTakeFirst()
  return row ? { storeId: row.id, currency: row.currency } : null
}
