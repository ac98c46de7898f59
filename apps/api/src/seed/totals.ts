import type { PoolClient } from 'pg'
import type { City } from './city.ts'

/** Everything that is kept beside the orders and follows from them: rollups, counts, ratings, riders' load and cash. The ledger books them in the background. */
export async function writeTotals(client: PoolClient, { channelId }: City): Promise<void> {
  await client.query(
    `insert into order_rollup (scope_id, day, currency, vertical, status, orders, total_minor)
     select scope_id, business_day, currency, vertical, status, sum(orders), sum(total_minor)
     from (select branch_id, store_id, business_day, currency, vertical, status, count(*) as orders, sum(total_minor) as total_minor
             from orders group by 1, 2, 3, 4, 5, 6) as counted
       cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
     group by 1, 2, 3, 4, 5`,
  )
  await client.query(
    `insert into order_quarter_hour (scope_id, day, at, currency, vertical, orders, sold, gross_minor, taken, rejected)
     select scope_id, business_day, quarter_hour_of(placed_at), currency, vertical, count(*), count(*) filter (where not is_lost(status)),
       coalesce(sum(total_minor) filter (where not is_lost(status)), 0), count(*) filter (where is_taken(status)),
       count(*) filter (where status = 'rejected')
     from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
     where business_day >= (select max(business_day) from orders) - 8
     group by 1, 2, 3, 4, 5`,
  )
  await client.query(
    `insert into order_rejection_day (scope_id, day, currency, vertical, reason, orders, total_minor)
     select scope_id, business_day, currency, vertical, coalesce(end_reason, ''), count(*), sum(total_minor)
     from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
     where status = 'rejected' group by 1, 2, 3, 4, 5`,
  )
  await client.query('insert into order_external_id (channel_id, external_id, order_id) select $1, external_id, id from orders', [
    channelId,
  ])
  await client.query(
    `insert into payment_reference (channel_id, reference, order_id)
     select channel_id, payment_reference, id from orders where payment_reference is not null`,
  )
  await client.query(`select reckon_customers(array(select id from customer))`)
  await client.query(
    `update store set last_order_at = counted.last from (select store_id, max(placed_at) as last from orders group by 1) as counted where store.id = store_id`,
  )
  await client.query(
    `update store set stars = counted.stars, ratings = counted.ratings, rating_tenths = counted.tenths
     from (select store_id, sum(food_stars) as stars, count(*) as ratings, round(avg(food_stars) * 10) as tenths from review where state <> 'hidden' group by 1) as counted
     where store.id = store_id`,
  )
  await client.query(
    `update rider set rating_tenths = counted.tenths
     from (select rider_id, round(avg(delivery_stars) * 10) as tenths from review where rider_id is not null group by 1) as counted
     where rider.id = rider_id`,
  )
  await client.query(
    `update rider set cash_in_hand_minor = counted.cash
     from (select rider_id, sum(total_minor) as cash from orders where payment_state = 'collected' and payment_method = 'cash' group by 1) as counted
     where rider.id = rider_id`,
  )
  await client.query('select begin_ledger_backfill()')
  await client.query(
    `update rider set shift_state = 'busy' where id in (select rider_id from orders where status in ('ready', 'picked_up') and rider_id is not null)`,
  )
}
