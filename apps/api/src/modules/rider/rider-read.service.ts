import { type Page, type Parsed, RiderRow, type riderContract } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { found } from '#kit/read/search-text.ts'
import { type ListedRider, ridersVisibleTo } from './rider.queries.ts'

const sorts = { name: { column: 'rider.name' }, createdAt: { column: 'rider.id' } }

export function listRiders(ctx: Context, { query: input }: Parsed<typeof riderContract.list>): Promise<Page<RiderRow>> {
  let query = ridersVisibleTo(ctx, ctx.db).where(equalTo('rider.branch_id', input.branchId))
  if (input.shiftState === 'on-shift') query = query.where('rider.shift_state', '!=', 'off')
  else query = query.where(equalTo('rider.shift_state', input.shiftState))
  if (input.q) query = query.where(found(ctx, RiderRow, { name: 'rider.name', number: 'rider.number', phone: 'rider.phone' }, input.q))
  return listPage(ctx, { query, input, sorts, defaultSort: 'name', tie: 'rider.id', present: presentRiderRow })
}

/** One rider of the caller's branches. */
export async function getRider(ctx: Context, { params }: { params: { id: string } }): Promise<RiderRow> {
  const row = await ridersVisibleTo(ctx, ctx.db).where('rider.id', '=', params.id).executeTakeFirst()
  return row ? presentRiderRow(row) : notFound('rider')
}

function presentRiderRow(row: ListedRider): RiderRow {
  const amount = (minor: number) => ({ minor, currency: row.currency })
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    phone: row.phone,
    vehicle: row.vehicle as RiderRow['vehicle'],
    branch: { id: row.branch_id, name: row.branch_name },
    shiftState: row.shift_state as RiderRow['shiftState'],
    activeOrders: row.active_orders,
    cashInHand: amount(row.cash_in_hand_minor),
    cashLimit: amount(row.cash_limit_minor),
    ratingTenths: row.rating_tenths,
    point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    positionedAt: row.positioned_at,
    version: row.version,
  }
}
