import type { Transaction } from 'kysely'
import type { Work } from '#kit/context.ts'

/** What a menu is made of besides its items, by the table. */
export const partEntities = { menu_category: 'menu-category', brand: 'brand', choice_group: 'choice-group' } as const
export type PartTable = keyof typeof partEntities

type PartRow = Record<'id' | 'store_id' | 'name' | 'updated_at', string> & Record<'sort' | 'version', number>

// The table is named by a value here, so the column types of any one table do not apply.
export function partsIn({ db }: Work) {
  return db as unknown as Transaction<Record<PartTable, PartRow>>
}
