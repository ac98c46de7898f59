import { type RawBuilder, sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import type { PartTable } from './menu-part.ts'

/** The last place that there is. */
export const mostPlaces = 99_999

/** The place behind all that a store has of a part of its menu. */
export async function lastPlace(
  { db }: Work,
  table: 'menu_category' | 'item' | 'choice_group' | 'brand',
  storeId: string,
): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(sql<number>`coalesce(max(sort), -1)`.as('last'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return Math.min(last + 1, mostPlaces)
}

/** Which one it is in the order of its store's list, from 1 on: of choice groups among those of its kind. */
export function placeOf(table: PartTable): RawBuilder<number> {
  const own = sql.table(table)
  const alike = table === 'choice_group' ? sql`and before.kind = ${own}.kind` : sql``
  return sql`(select count(*)::int + 1 from ${own} as before where before.store_id = ${own}.store_id ${alike}
    and (before.sort, before.id) < (${own}.sort, ${own}.id))`
}
