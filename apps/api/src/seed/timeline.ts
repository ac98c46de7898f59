import type { PoolClient } from 'pg'
import { assignedAfter } from './course.ts'

/** Writes the timeline of every order, told from the moments that its row carries. */
export async function writeTimelines(client: PoolClient): Promise<void> {
  await client.query(
    `insert into order_event (order_id, sequence, type, from_status, to_status, actor_kind, actor_id, actor_name, source, reason, note, is_internal, facts, request_id, at)
     select orders.id, row_number() over (partition by orders.id order by step.at, step.rank),
       step.type, step.from_status, step.to_status, step.actor_kind, null,
       case step.actor_kind when 'customer' then orders.customer_name when 'store' then store.display_name when 'rider' then rider.name else 'Larder' end,
       case step.actor_kind when 'system' then 'timer' else 'Demo city' end,
       step.reason, null, step.to_status is null and step.type <> 'delay', '{}', 'demo-city', step.at
     from orders
       join store on store.id = orders.store_id
       left join rider on rider.id = orders.rider_id
       cross join lateral (values
         (1, 'place', null, case when orders.timing = 'slot' then 'placed' else 'pending' end, 'customer', null, orders.placed_at),
         (2, 'schedule', 'placed', 'scheduled', 'system', null, case when orders.timing = 'slot' then orders.placed_at end),
         (3, 'release', 'scheduled', 'pending', 'system', null, case when orders.timing = 'slot' then orders.pending_at end),
         (4, 'accept', 'pending', 'accepted', 'store', null, orders.accepted_at),
         (5, 'startPreparing', 'accepted', 'preparing', 'store', null, orders.preparing_at),
         (6, 'delay', 'preparing', null, 'store', null, case when orders.delays > 0 then orders.preparing_at + (orders.ready_at - orders.preparing_at) / 2 end),
         (7, 'markReady', 'preparing', 'ready', 'store', null, orders.ready_at),
         (8, 'assignRider', 'ready', null, 'rider', null,
           case when orders.rider_id is not null then coalesce(orders.ready_at + (orders.picked_up_at - orders.ready_at) * $1::double precision, orders.updated_at) end),
         (9, 'arriveAtStore', 'ready', null, 'rider', null, orders.ready_at + (orders.picked_up_at - orders.ready_at) * 0.7),
         (10, 'pickUp', 'ready', 'picked_up', 'rider', null, orders.picked_up_at),
         (11, 'arriveAtCustomer', 'picked_up', null, 'rider', null, orders.picked_up_at + (orders.delivered_at - orders.picked_up_at) * 0.9),
         (12, 'deliver', 'picked_up', 'delivered', 'rider', null, case when orders.order_type = 'delivery' then orders.delivered_at end),
         (12, 'collect', 'ready', 'delivered', 'store', null, case when orders.order_type = 'pickup' then orders.delivered_at end),
         (13, 'reject', 'pending', 'rejected', case when orders.end_reason = 'no-answer' then 'system' else 'store' end, orders.end_reason,
           case when orders.status = 'rejected' then orders.ended_at end),
         (13, 'cancel', case when orders.ready_at is not null then 'ready' when orders.preparing_at is not null then 'preparing' when orders.accepted_at is not null then 'accepted' else 'pending' end,
           'cancelled', 'customer', orders.end_reason, case when orders.status = 'cancelled' then orders.ended_at end),
         (13, 'fail', 'picked_up', 'failed', 'rider', orders.end_reason, case when orders.status = 'failed' then orders.ended_at end)
       ) as step (rank, type, from_status, to_status, actor_kind, reason, at)
     where step.at is not null`,
    [assignedAfter],
  )
}
