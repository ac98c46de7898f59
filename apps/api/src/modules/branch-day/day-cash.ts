import { type CashLine, type LocalDate, moneySum, newId, type TimeZone } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'

/** A branch with what its days are counted in. */
export interface DaysOf {
  id: string
  name: string
  time_zone: TimeZone
  currency: string
}

/** A holder's cash of a day, in minor units. */
export interface CashColumns {
  rider_id: string | null
  store_id: string | null
  name: string
  opening_minor: number
  collected_minor: number
  deposited_minor: number
  difference_minor: number
  closing_minor: number
  currency: string
}

const isCash = sql`account in ('rider-cash', 'store-cash')`

function moved(of: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(sum(amount) filter (where ${of}), 0)::bigint`
}

/**
 * What everybody of a branch had of customers' cash on a day, in one statement: from what they hold now back over the branch's entries since
 * that day began, however long the books before are. Who had and moved nothing has no line.
 */
export async function readCash(db: ReadDatabase, { id, currency }: DaysOf, day: LocalDate): Promise<CashColumns[]> {
  const ofDay = sql`day = ${day}`
  const deposits = sql`${ofDay} and entity = 'cash-deposit'`
  // Orders of before there were deposits brought theirs to the bank themselves.
  const broughtByOrder = sql`${ofDay} and entity = 'order' and kind = 'deposited' and ${isCash}`
  const { rows } = await sql<CashColumns>`
    with held as (
      select holder_id, sum(minor)::bigint as minor from cash_held where branch_id = ${id} and currency = ${currency} group by 1
    ), moving as (
      select case when entity = 'cash-deposit' then coalesce(rider_id, store_id) when account = 'rider-cash' then rider_id else store_id end as holder_id,
        ${moved(isCash)} as since, ${moved(sql`${isCash} and ${ofDay}`)} as on_day, ${moved(sql`${isCash} and ${ofDay} and entity = 'order' and kind <> 'deposited'`)} as collected,
        ${moved(sql`account = 'cash-office' and ${deposits}`)} - ${moved(broughtByOrder)} as deposited, -${moved(sql`account = 'cash-differences' and ${deposits}`)} as difference
      from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
      where branch_id = ${id} and day >= ${day} and currency = ${currency}
        and accounts && array['rider-cash', 'store-cash'] and (entity = 'cash-deposit' or ${isCash})
      group by 1
    ), lines as (
      select holder_id, coalesce(held.minor, 0) - coalesce(since, 0) as opening, coalesce(on_day, 0) as on_day, coalesce(collected, 0) as collected,
        coalesce(deposited, 0) as deposited, coalesce(difference, 0) as difference
      from held full join moving using (holder_id)
    )
    select rider.id as rider_id, store.id as store_id, coalesce(rider.name, store.display_name) as name, opening as opening_minor,
      collected as collected_minor, deposited as deposited_minor, difference as difference_minor, opening + on_day as closing_minor,
      ${currency} as currency
    from lines left join rider on rider.id = holder_id left join store on store.id = holder_id
    where (opening, on_day, collected, deposited, difference) <> (0, 0, 0, 0, 0)
    order by rider.id is null, name, holder_id`.execute(db)
  return rows
}

/** Keeps it with the day that is closed, in the place of what was kept when it was closed before. */
export async function keepCash(ctx: Context, { db }: Work, closed: { id: string; day: LocalDate }, branch: DaysOf): Promise<void> {
  await db.deleteFrom('branch_day_cash').where('branch_day_id', '=', closed.id).execute()
  const rows = (await readCash(ctx.db, branch, closed.day)).map((line) => ({
    id: newId(ctx.clock.ms()),
    branch_day_id: closed.id,
    branch_id: branch.id,
    day: closed.day,
    ...line,
  }))
  if (rows.length > 0) await db.insertInto('branch_day_cash').values(rows).execute()
}

export function presentCash(columns: CashColumns): CashLine {
  const { rider_id, store_id, name, currency } = columns
  return {
    holder: rider_id ? 'rider' : 'store',
    from: { id: rider_id ?? store_id ?? '', name },
    opening: moneySum(columns.opening_minor, currency),
    collected: moneySum(columns.collected_minor, currency),
    deposited: moneySum(columns.deposited_minor, currency),
    difference: moneySum(columns.difference_minor, currency),
    closing: moneySum(columns.closing_minor, currency),
  }
}
