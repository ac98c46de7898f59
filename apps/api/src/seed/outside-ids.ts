import type { PoolClient } from 'pg'

const mostItems = 12

/** What the tills of the city call the first items of their stores, and their categories: a menu sync has told it. */
export async function writeOutsideIds(client: PoolClient): Promise<void> {
  await client.query(
    `insert into outside_record (channel_id, store_id, outside_id, item_id, category_id, category_name, created_at)
      with till as (
        select id, created_at, unnest(place_ids) as store_id from channel_key where kind = 'till' and reach = 'store' and revoked_at is null)
      select till.id, item.store_id, 'POS-' || sku, item.id, null, null, till.created_at from till join lateral (
        select * from item where item.store_id = till.store_id order by sort, id limit $1) as item on true
      union all
      select till.id, menu_category.store_id, 'POS-' || upper(replace(name, ' ', '-')), null, menu_category.id, name, till.created_at
      from till join menu_category using (store_id)`,
    [mostItems],
  )
}
