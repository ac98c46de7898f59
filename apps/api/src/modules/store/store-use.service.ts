import { sql } from 'kysely'
import { format } from '#kit/format.ts'

/** A table expression `used (id, stores)`: how many stores lean on each row that `column` of `table` refers to. */
export function storesUsing(table: 'store' | 'store_cuisine' | 'store_category_type', column: string) {
  return sql<{ id: string; stores: number }>`(
    select ${sql.ref(column)} as id, count(*) as stores from ${sql.table(table)} group by ${sql.ref(column)}
  )`.as('used')
}

/** The number of stores beside a row joined to `storesUsing`. */
export const storeCount = sql<number>`coalesce(used.stores, 0)`.as('stores')

/** Why a row that stores lean on cannot go, in words; null when none does. */
export function describeStoreUse(stores: number): string | null {
  if (stores === 0) return null
  return stores === 1 ? 'It is used by 1 store.' : `It is used by ${format().number(stores)} stores.`
}
