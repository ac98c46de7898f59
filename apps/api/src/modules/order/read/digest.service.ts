import { type HandedOrder, mostHandedOver, type OrderStatus, type OrderWait, promisedStatuses } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { literals } from '#db/literals.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { orderScope } from '../act/policy.ts'
import { placedAtOf } from './row.ts'

/** What a shift is handed over of: a store, a branch, or everything that its person reaches. */
export interface Desk {
  branchId: string | null
  storeId: string | null
}

/** What decides whom an order waits for. */
export interface Waiting {
  status: OrderStatus
  order_type: 'delivery' | 'pickup'
  is_asked: boolean
}

/** Whom an open order waits for: another person's approval before anybody else. Pure. */
export function waitOf({ status, order_type, is_asked }: Waiting): OrderWait {
  if (is_asked) return 'approval'
  if (status === 'picked_up') return 'rider'
  if (status !== 'ready') return 'store'
  return order_type === 'pickup' ? 'customer' : 'rider'
}

type Row = Waiting &
  Pick<
    HandedOrder,
    'number' | 'vertical' | 'promisedAt' | 'slotFrom' | 'slotTo' | 'timeZone' | 'delays' | 'riderName' | 'since' | 'store'
  > & {
    id: string
    claimed_by: string | null
    claimed_name: string | null
  }

/**
 * Open orders of a desk as they stand at this moment, in one statement: those that somebody handles first, then by their promise. One more than are
 * handed over tells that there are more.
 */
export async function readDigest(
  ctx: Context,
  db: ReadDatabase,
  { branchId, storeId }: Desk,
): Promise<{ orders: HandedOrder[]; isCut: boolean }> {
  const parts = [sql`orders.status in (${literals(promisedStatuses)})`, sql`${withinScope(ctx, orderScope)}`]
  if (branchId) parts.push(sql`orders.branch_id = ${branchId}`)
  if (storeId) parts.push(sql`orders.store_id = ${storeId}`)
  const { rows } = await sql<Row>`
    select orders.id, orders.number, orders.vertical, orders.status, orders.order_type, orders.promised_at as "promisedAt", orders.delays,
      orders.slot_from as "slotFrom", orders.slot_to as "slotTo", branch.time_zone as "timeZone",
      orders.claimed_by, orders.claimed_name, store.display_name as store, rider.name as "riderName",
      coalesce(case orders.status when 'pending' then orders.pending_at when 'accepted' then orders.accepted_at when 'preparing' then orders.preparing_at
        when 'ready' then orders.ready_at else orders.picked_up_at end, orders.placed_at) as since,
      exists (select from approval where entity = 'order' and entity_id = orders.id::text and approval.status = 'pending') as is_asked
    from orders join store on store.id = orders.store_id join branch on branch.id = orders.branch_id left join rider on rider.id = orders.rider_id
    where ${sql.join(parts, sql` and `)}
    order by orders.claimed_by is null, orders.promised_at nulls first, orders.id limit ${sql.lit(mostHandedOver + 1)}`.execute(db)
  return { orders: rows.slice(0, mostHandedOver).map(presentHanded), isCut: rows.length > mostHandedOver }
}

function presentHanded({ id, claimed_by, claimed_name, order_type, is_asked, ...row }: Row): HandedOrder {
  return {
    orderId: id as HandedOrder['orderId'],
    ...row,
    placedAt: placedAtOf({ id }),
    waitsFor: waitOf({ status: row.status, order_type, is_asked }),
    claimedBy: claimed_by && claimed_name ? { id: claimed_by, name: claimed_name } : null,
  }
}
