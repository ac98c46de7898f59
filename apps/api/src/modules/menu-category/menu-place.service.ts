import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'

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
