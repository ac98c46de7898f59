import type { cashDepositContract } from '@larder/contract'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import type { DraftOf } from '#kit/resource/declaration.ts'
import { isLedgerBehind } from '#modules/ledger/backfill.service.ts'
import type { Held } from './cash-held.ts'

/** A rider or a store with what they have to deposit, order by order, that first which was taken first. */
export interface HeldBy {
  id: string
  branch_id: string
  name: string
  currency: string
  held: Held[]
  /** Their newest deposit. */
  last: { number: string; received_by: string } | undefined
}

/** Whoever holds the cash, within the caller's reach, held against every other deposit of theirs. */
export async function lockHolder(
  ctx: Context,
  { db }: Work,
  { riderId, storeId }: Pick<DraftOf<typeof cashDepositContract>, 'riderId' | 'storeId'>,
): Promise<HeldBy> {
  if (riderId && storeId) return invalid({ 'body.storeId': 'is left out where a rider brings the cash' })
  const riders = () =>
    db
      .selectFrom('rider')
      .select(['id', 'branch_id', 'name', 'currency'])
      .where('id', '=', riderId as string)
  const stores = () =>
    db
      .selectFrom('store')
      .select(['id', 'branch_id', 'display_name as name', 'currency'])
      .where('id', '=', storeId as string)
  if (!riderId && !storeId) return invalid({ 'body.riderId': 'is required, or a store' })
  const found = riderId
    ? await inScope(ctx, riders(), { branch: 'rider.branch_id' }).forUpdate().executeTakeFirst()
    : await inScope(ctx, stores(), { branch: 'store.branch_id', store: 'store.id' }).forNoKeyUpdate().executeTakeFirst()
  if (!found) return invalid({ [riderId ? 'body.riderId' : 'body.storeId']: 'does not exist' })
  if (await isLedgerBehind(db)) refuse('orders-not-booked', 'Earlier orders are still being booked. Take the cash in when they all are.')
  if (!ctx.approver) await refuseAskedFor(ctx, found)
  const held = await db
    .selectFrom('cash_held')
    .select(['order_id', 'store_id', 'branch_id', 'minor', 'since'])
    .where('holder_id', '=', found.id)
    .where('currency', '=', found.currency)
    .orderBy('since')
    .orderBy('order_id')
    .forUpdate()
    .execute()
  const last = await db
    .selectFrom('cash_deposit')
    .select(['number', 'received_by'])
    .where(riderId ? 'rider_id' : 'store_id', '=', found.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...found, held, last }
}

// What was counted waits to be taken as it was then: nothing else of it is taken before.
async function refuseAskedFor({ db }: Context, { id, name }: Pick<HeldBy, 'id' | 'name'>): Promise<void> {
  const asked = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.maker_id')
    .select(['staff.name as by', 'approval.title'])
    .where('entity', '=', 'cash-holder')
    .where('entity_id', '=', id)
    .where('approval.status', '=', 'pending')
    .executeTakeFirst()
  if (asked)
    refuse('deposit-asked-for', `${asked.by} has counted the cash of ${name} and asked for approval: ${asked.title}. That comes first.`)
}
