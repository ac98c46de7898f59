import type { ReadDatabase } from '#db/database.ts'

/** More than the largest menu has. */
const MOST = 5000

/** The items of a store that rows of a scan are held against. */
export function storeItems(db: ReadDatabase, storeId: string) {
  return db.selectFrom('item').select(['id', 'name', 'price_minor']).where('store_id', '=', storeId).orderBy('id').limit(MOST).execute()
}
