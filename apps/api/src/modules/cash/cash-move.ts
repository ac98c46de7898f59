import { localDateAt } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { entryInsert, type NewEntry } from '#modules/ledger/post.service.ts'
import { carryCash } from '#modules/rider/rider.service.ts'
import { type Held, type Part, partsOf, sumHeld, takenOf } from './cash-held.ts'

type Deposit = OwnRow<'cash_deposit'>

/** Takes what was deposited from its holder, order by order, and books it. */
export async function take(ctx: Context, work: Work, deposit: Deposit, held: readonly Held[]): Promise<void> {
  const isAll = deposit.is_all && sumHeld(held) === deposit.expected_minor
  const taken = takenOf(held, deposit.is_all ? deposit.expected_minor : deposit.counted_minor, isAll)
  await work.db
    .insertInto('cash_deposit_order')
    .values(taken.map((each) => ({ ...each, deposit_id: deposit.id })))
    .execute()
  const ofDeposit = sql`deposit_id = ${deposit.id} and cash_held.order_id = cash_deposit_order.order_id and holder_id = ${holderOf(deposit)}`
  await sql`delete from cash_held using cash_deposit_order where ${ofDeposit} and cash_held.minor = cash_deposit_order.minor`.execute(
    work.db,
  )
  await sql`update cash_held set minor = cash_held.minor - cash_deposit_order.minor from cash_deposit_order where ${ofDeposit}`.execute(
    work.db,
  )
  await book(ctx, work, deposit, partsOf(taken, deposit.counted_minor, deposit.rider_id ? 'rider' : 'store', deposit.currency))
  if (deposit.rider_id) await carryCash(work, deposit.rider_id, -sumHeld(taken))
}

/** Gives the cash of a deposit back to its holder, order by order, and books the opposite of what it booked. */
export async function giveBack(ctx: Context, work: Work, deposit: Deposit): Promise<void> {
  const { id, rider_id, currency } = deposit
  const back = await work.db.selectFrom('cash_deposit_order').selectAll().where('deposit_id', '=', id).execute()
  await sql`
    insert into cash_held as held (holder_id, order_id, rider_id, store_id, branch_id, minor, currency, since)
    select ${holderOf(deposit)}::uuid, order_id, ${rider_id}::uuid, store_id, branch_id, minor, ${currency}, since from cash_deposit_order where deposit_id = ${id}
    on conflict (holder_id, order_id) do update set minor = held.minor + excluded.minor`.execute(work.db)
  await sql`delete from cash_held where holder_id = ${holderOf(deposit)} and minor = 0`.execute(work.db)
  const booked = await work.db
    .selectFrom('ledger_entry')
    .select(['store_id', 'branch_id', 'accounts', 'amounts'])
    .where('entity', '=', 'cash-deposit')
    .where('entity_id', '=', id)
    .execute()
  const parts = booked.map(({ accounts, amounts, ...place }) => ({
    ...place,
    moved: Object.fromEntries(accounts.map((account, at) => [account, -Number(amounts[at])])),
  }))
  await book(ctx, work, deposit, parts, 'cash-deposit-reversed')
  if (rider_id) await carryCash(work, rider_id, sumHeld(back))
}

function holderOf({ rider_id, store_id }: Deposit): string {
  return rider_id ?? store_id ?? ''
}

async function book(
  ctx: Context,
  work: Work,
  { id, branch_id, rider_id, currency }: Deposit,
  parts: readonly Part[],
  kind: 'cash-deposited' | 'cash-deposit-reversed' = 'cash-deposited',
): Promise<void> {
  if (parts.length === 0) return
  const { time_zone } = await work.db.selectFrom('branch').select('time_zone').where('id', '=', branch_id).executeTakeFirstOrThrow()
  const at = ctx.clock.instant()
  const entries = parts.map(({ moved, ...place }) => ({
    ...place,
    at,
    day: localDateAt(at, time_zone),
    kind,
    entity_id: id,
    rider_id,
    currency,
    accounts: Object.keys(moved) as NewEntry['accounts'],
    amounts: Object.values(moved),
  }))
  await entryInsert(ctx.requestId, entries, { entity: 'cash-deposit' }).execute(work.db)
}
