import { type Instant, isOpenAt, type OpeningHours } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import type { ToldStore } from './menu.ts'

interface Span {
  at: Instant
  until: Instant
  /** The last item that was told of it. */
  turnedId: string
}

interface Hours {
  schedule: OpeningHours
  /** What finds the items that have these hours; null where a category has them. */
  hash: string | null
  category_id: string | null
}

/**
 * Items that the clock alone may have begun or ceased to sell: their snooze ended, or their hours or their category's began or ended. Looks at the
 * different hours that the store's items have, few as they are, and at the items of those alone.
 */
export async function findTurned(ctx: Context, store: ToldStore, { at, until, turnedId }: Span, limit: number): Promise<string[]> {
  if (until <= at || limit === 0) return []
  const turned = (await readHours(ctx, store.id)).filter(
    ({ schedule }) => isOpenAt(schedule, [], at, store.time_zone) !== isOpenAt(schedule, [], until, store.time_zone),
  )
  const hashes = turned.flatMap(({ hash }) => hash ?? [])
  const categories = turned.flatMap(({ category_id }) => category_id ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from item where store_id = ${store.id} and snoozed_until > ${at} and snoozed_until <= ${until}
      union select id from item where store_id = ${store.id} and schedule is not null
        and jsonb_hash_extended(schedule, 0) = any(${hashes}::bigint[])
      union select item.id from menu_category join item on item.category_id = menu_category.id
        where menu_category.store_id = ${store.id} and (menu_category.id = any(${categories}::uuid[]) or menu_category.parent_id = any(${categories}::uuid[]))
    ) as turned where id > ${turnedId}::uuid order by id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Each of the hours that items of a store have, found one after the other by index, and those of its categories. */
async function readHours(ctx: Context, storeId: string): Promise<Hours[]> {
  const { rows } = await sql<Hours>`
    with recursive hours as (
      (select schedule, jsonb_hash_extended(schedule, 0) as hash from item where store_id = ${storeId} and schedule is not null
        order by jsonb_hash_extended(schedule, 0) limit 1)
      union all
      select next.schedule, next.hash from hours cross join lateral (
        select schedule, jsonb_hash_extended(schedule, 0) as hash from item where store_id = ${storeId} and schedule is not null
          and jsonb_hash_extended(schedule, 0) > hours.hash order by jsonb_hash_extended(schedule, 0) limit 1) as next)
    select schedule, hash::text, null::uuid as category_id from hours
    union all select schedule, null, id from menu_category where store_id = ${storeId} and schedule is not null`.execute(ctx.db)
  return rows
}
