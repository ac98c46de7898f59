import {
  activeStatuses,
  addDays,
  addMinutes,
  businessDay,
  type Instant,
  type LocalDate,
  localDateAt,
  msOf,
  type TimeZone,
} from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

const daysBack = 9
/** Of the second branch one day of the week before is still to be closed. */
const leftOpen = { branch: 1, daysBack: 3 }
const [closedAfter, signedAfter] = [20, 10 * 60]

type Kept =
  | 'branch_id'
  | 'currency'
  | 'orders'
  | 'delivered'
  | 'rejected'
  | 'cancelled'
  | 'failed'
  | 'later'
  | `${'value' | 'refunded' | 'collected' | 'deposited' | 'held'}_minor`
type Counted = Pick<Insertable<DB['branch_day']>, Kept> & { place: number; time_zone: TimeZone; day: LocalDate }

/** What branches' days came to, those that have ended; the ledger books the orders later, so cash is read off them and off what was deposited. */
const counted = `
  with branches as (select id, time_zone, currency, row_number() over (order by id)::int - 1 as place from branch),
  taken as (
    select branch_id, coalesce(delivered_at, ended_at, placed_at) as since, null::timestamptz as brought, total_minor as minor, false as by_order
      from orders where payment_state = 'collected' and payment_method = 'cash'
    union all select branch_id, since, null, minor, false from cash_held
    union all select line.branch_id, since, cash_deposit.created_at, minor, false
      from cash_deposit_order as line join cash_deposit on cash_deposit.id = deposit_id and status = 'deposited'
    union all select branch_id, coalesce(ended_at, delivered_at), updated_at, total_minor, true
      from orders where payment_state = 'deposited' and payment_method <> 'card' and updated_at >= $1::date - 1
  ),
  moved as (select branch_id, minor, by_order, (since at time zone time_zone)::date as since, (brought at time zone time_zone)::date as brought
    from taken join branches on branches.id = branch_id)
  select branches.id as branch_id, place, time_zone, business_day as day, branches.currency, count(*)::int as orders,
    count(*) filter (where status = 'delivered')::int as delivered, count(*) filter (where status = 'rejected')::int as rejected,
    count(*) filter (where status = 'cancelled')::int as cancelled, count(*) filter (where status = 'failed')::int as failed, 0 as later,
    coalesce(sum(total_minor) filter (where status = 'delivered'), 0)::bigint as value_minor,
    coalesce(sum((select sum(amount_minor) from refund where order_id = orders.id and state = 'done' and method <> 'void')), 0)::bigint as refunded_minor,
    coalesce(sum(total_minor) filter (where payment_state in ('collected', 'deposited') and payment_method <> 'card'), 0)::bigint as collected_minor,
    coalesce((select sum(counted_minor) from cash_deposit where cash_deposit.branch_id = branches.id and status = 'deposited'
      and (created_at at time zone time_zone)::date = business_day), 0)::bigint
      + coalesce((select sum(minor) from moved where moved.branch_id = branches.id and by_order and brought = business_day), 0)::bigint as deposited_minor,
    coalesce((select sum(minor) from moved where moved.branch_id = branches.id and since <= business_day
      and (brought is null or brought > business_day)), 0)::bigint as held_minor
  from orders join branches on branches.id = orders.branch_id where business_day between $1 and $2
  group by 1, 2, 3, 4, 5 having count(*) filter (where status in (${activeStatuses.map((status) => `'${status}'`).join()})) = 0
  order by place, business_day`

/** Days that office staff closed and an accountant signed off; the last one still waits for that, which is yesterday as soon as its orders have ended. */
export async function writeBranchDays(client: PoolClient, random: Random, now: Instant, zone: TimeZone): Promise<void> {
  const people = await client.query<{ id: string; name: string; email: string }>(
    'select id, name, email from staff where email = any($1)',
    [[demoEmailOf('office-staff'), demoEmailOf('accountant-admin')]],
  )
  const named = (role: string) => people.rows.find(({ email }) => email === demoEmailOf(role))
  const [closer, checker] = [named('office-staff'), named('accountant-admin')]
  if (!closer || !checker) return
  const today = localDateAt(now, zone)
  const { rows } = await client.query<Counted>(counted, [addDays(today, -daysBack), addDays(today, -1)])
  const isLeft = ({ place, day }: Counted) => place === leftOpen.branch && day === addDays(today, -leftOpen.daysBack)
  await copyRows(
    client,
    'branch_day',
    rows
      .filter((row) => !isLeft(row))
      .map(({ place: _, time_zone, ...row }) => {
        const end = businessDay(row.day, time_zone).to
        const closed_at = [addMinutes(end, closedAfter), now].toSorted()[0] as Instant
        const isSigned = rows.some((other) => other.branch_id === row.branch_id && other.day > row.day)
        const signed = isSigned
          ? { signed_off_at: addMinutes(end, signedAfter), signed_off_id: checker.id, signed_off_by: checker.name }
          : {}
        const stands = { status: isSigned ? 'signed-off' : 'closed', version: isSigned ? 2 : 1 }
        const written = { created_at: closed_at, updated_at: isSigned ? addMinutes(end, signedAfter) : closed_at }
        return {
          id: random.id(msOf(closed_at)),
          ...row,
          ...stands,
          ...written,
          closed_at,
          closed_id: closer.id,
          closed_by: closer.name,
          signed_off_at: null,
          signed_off_id: null,
          signed_off_by: null,
          ...signed,
        }
      }),
  )
}
