import { activeStatuses, addMinutes } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { orderedBy } from './customer.whose.ts'

interface Waiting {
  customer_id: string
  kind: 'order' | 'ended' | 'refund' | 'credit'
  number: string | null
  minor: number | null
  currency: string | null
}

const mostTold = 5

/** By customer, what keeps an erasure waiting, as people read it: whatever of theirs may still move money, or be brought back. */
export async function waitsOf(ctx: Context, db: ReadDatabase, customerIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (customerIds.length === 0) return new Map()
  const restorable = addMinutes(ctx.clock.instant(), -(await readSetting(ctx.services, 'order.restoreMinutes')))
  const theirs = orderedBy(sql`theirs.ids`)
  const { rows } = await sql<Waiting>`
    select asked.id as customer_id, waiting.* from unnest(${customerIds}::uuid[]) as asked (id) cross join lateral (
        select array_agg(id) as ids from customer where goes_on = asked.id) as theirs cross join lateral (
      (select 'order' as kind, number, null::bigint as minor, null as currency from orders
        where ${theirs} and status = any(${activeStatuses}::text[]) order by id limit ${sql.lit(mostTold)})
      union all
      (select 'ended', number, null, null from orders
        where ${theirs} and status in ('rejected', 'cancelled') and ended_at > ${restorable} order by id limit ${sql.lit(mostTold)})
      union all
      (select 'refund', orders.number, null, null from orders join refund on refund.order_id = orders.id
        where ${theirs} and refund.state not in ('done', 'declined') order by orders.id limit ${sql.lit(mostTold)})
      union all
      (select 'credit', null, sum(left_minor)::bigint, currency from wallet_credit
        where customer_id = asked.id and state = 'open' group by currency order by currency)) as waiting`.execute(db)
  const isEverywhere = ctx.actor.scope.kind === 'all'
  return new Map(
    [...Map.groupBy(rows, ({ customer_id }) => customer_id)].map(([id, waiting]) => [
      id,
      [...new Set(waiting.map((each) => wordsOf(each, isEverywhere)))],
    ]),
  )
}

// Whoever sees some branches alone is not told the numbers of others.
function wordsOf({ kind, number, minor, currency }: Waiting, isEverywhere: boolean): string {
  const order = isEverywhere ? `Order ${number}` : 'An order'
  switch (kind) {
    case 'order':
      return `${order} is under way.`
    case 'ended':
      return `${order} may still be restored.`
    case 'refund':
      return `A refund of ${isEverywhere ? `order ${number}` : 'an order'} has not been given back yet.`
    case 'credit':
      return `${format().money({ minor: minor ?? 0, currency: currency ?? '' })} of credits have neither been spent nor expired.`
  }
}
