import { activeStatuses, type BranchDayFigures, businessDay, firstIdAt, type LocalDate, moneySum } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { anyStatus, sumOf } from '#modules/dashboard/order-figures.service.ts'
import { type CashColumns, type DaysOf, readCash } from './day-cash.ts'

const firstTold = 5

type Counts = Pick<BranchDayFigures, 'orders' | 'delivered' | 'rejected' | 'cancelled' | 'failed' | 'later'>
type Sums = Record<'value' | 'refunded' | 'collected', number>

/** The columns of a day's figures, in minor units of the branch's currency. */
export type FigureColumns = Counts &
  Record<`${'value' | 'refunded' | 'collected' | 'deposited' | 'held'}_minor`, number> & { currency: string }

export interface DayNow {
  columns: FigureColumns
  /** How many of its orders are under way, and the first of them. */
  underWay: number
  first: { id: string; name: string }[]
  /** What each holder had of customers' cash on it. */
  cash: CashColumns[]
}

/**
 * A day of a branch as its orders stand, with the cash that was deposited on it and held at its end, whenever that is asked: it looks at the
 * orders of that day alone, at their refunds, and at the books since it began. An order for a slot of a later day is not under way yet.
 */
export async function readDay(db: ReadDatabase, branch: DaysOf, day: LocalDate): Promise<DayNow> {
  const { from, to } = businessDay(day, branch.time_zone)
  const [first, end] = [firstIdAt(from), firstIdAt(to)]
  const active = anyStatus(activeStatuses)
  const inCurrency = sql`currency = ${branch.currency}`
  // As the ledger has it: what credits did not pay of an order that was paid in cash, and what was due at hand-over of one that was paid before.
  const taken = sql`case when payment_state in ('collected', 'deposited') and payment_method <> 'card' then total_minor - credit_minor else collected_minor end`
  const cash = await readCash(db, branch, day)
  const { rows } = await sql<Counts & Sums & Omit<DayNow, 'columns' | 'cash'>>`
    with placed as materialized (
      select id, number, status, total_minor, currency, ${taken} as taken_minor, ${active} and timing = 'slot' and slot_from >= ${to} as is_later
      from orders where branch_id = ${branch.id} and id >= ${first} and id < ${end} and business_day = ${day}
    )
    select count(*)::int as orders, count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status = 'rejected')::int as rejected, count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'failed')::int as failed, count(*) filter (where is_later)::int as later,
      count(*) filter (where ${active} and not is_later)::int as "underWay",
      (select coalesce(json_agg(json_build_object('id', id, 'name', number)), '[]') from
        (select id, number from placed where ${active} and not is_later order by id limit ${sql.lit(firstTold)}) as waiting) as first,
      ${sumOf(sql`total_minor`, sql`status = 'delivered' and ${inCurrency}`)} as value, ${sumOf(sql`taken_minor`, inCurrency)} as collected,
      (select ${sumOf(sql`amount_minor`)} from refund where order_id >= ${first} and order_id < ${end} and order_id in (select id from placed)
        and state = 'done' and method <> 'void' and ${inCurrency}) as refunded
    from placed`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum gave no row')
  const { underWay, first: waiting, value, refunded, collected, ...counts } = row
  const sums = {
    value_minor: value,
    refunded_minor: refunded,
    collected_minor: collected,
    deposited_minor: summed(cash, 'deposited_minor'),
    held_minor: summed(cash, 'closing_minor'),
  }
  return { columns: { ...counts, ...sums, currency: branch.currency }, underWay, first: waiting, cash }
}

function summed(cash: readonly CashColumns[], of: 'deposited_minor' | 'closing_minor'): number {
  return cash.reduce((sum, line) => sum + line[of], 0)
}

/** The figures of a day as people get them. */
export function presentFigures(columns: FigureColumns): BranchDayFigures {
  const { orders, delivered, rejected, cancelled, failed, later, currency } = columns
  return {
    orders,
    delivered,
    rejected,
    cancelled,
    failed,
    later,
    value: moneySum(columns.value_minor, currency),
    refunded: moneySum(columns.refunded_minor, currency),
    collected: moneySum(columns.collected_minor, currency),
    deposited: moneySum(columns.deposited_minor, currency),
    held: moneySum(columns.held_minor, currency),
  }
}
