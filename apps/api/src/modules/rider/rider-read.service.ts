import { activeStatuses, type RiderRow, riderContract } from '@larder/contract'
import { sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { equalTo } from '#kit/list-query.ts'
import { resource } from '#kit/resource.ts'

/** How many active orders each rider has, from the active index: riders' histories are never read. */
export const riderLoad = sql<{ rider_id: string; orders: number }>`(
  select rider_id, count(*) as orders from orders
  where status in (${literals(activeStatuses)}) and rider_id is not null
  group by rider_id
)`.as('load')

/** Riders who still work here, with branch and load. */
export const riders = resource(riderContract, {
  table: 'rider',
  permission: 'rider.view',
  rows: (db) =>
    db
      .selectFrom('rider')
      .innerJoin('branch', 'branch.id', 'rider.branch_id')
      .leftJoin(riderLoad, 'load.rider_id', 'rider.id')
      .selectAll('rider')
      .select(['branch.name as branch_name', sql<number>`coalesce(load.orders, 0)`.as('active_orders')])
      .where('rider.status', '!=', 'left'),
  scope: { branch: 'rider.branch_id' },
  present: (row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    phone: row.phone,
    vehicle: row.vehicle as RiderRow['vehicle'],
    branch: { id: row.branch_id, name: row.branch_name },
    shiftState: row.shift_state as RiderRow['shiftState'],
    activeOrders: row.active_orders,
    cashInHand: { minor: row.cash_in_hand_minor, currency: row.currency },
    cashLimit: { minor: row.cash_limit_minor, currency: row.currency },
    ratingTenths: row.rating_tenths,
    point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    positionedAt: row.positioned_at,
    version: row.version,
  }),
  search: { name: 'rider.name', number: 'rider.number', phone: 'rider.phone' },
  filters: {
    branchId: 'rider.branch_id',
    shiftState: (state) => (state === 'on-shift' ? sql<boolean>`rider.shift_state <> 'off'` : equalTo('rider.shift_state', state)),
  },
  sorts: { name: 'rider.name', createdAt: 'rider.id' },
  acts: {},
})
