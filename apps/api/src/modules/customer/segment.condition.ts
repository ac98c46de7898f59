import { addMinutes, type Instant } from '@larder/contract'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'
import { foundFirst } from '#kit/read/search-text.ts'

export type SegmentRow = Selectable<DB['segment']>
type Rule = Omit<SegmentRow, 'id' | 'name' | 'description' | 'is_built_in' | 'version' | 'created_at' | 'updated_at'>

const dayMinutes = 24 * 60
const ppmPerPercent = 10_000
/** Above whatever is counted of anybody. */
const most = sql.lit(Number.MAX_SAFE_INTEGER)
const lastOrder = sql`coalesce(customer.last_order_at, customer.created_at)`

/**
 * The customers of a segment, as a condition on `customer`: all that its rule asks for holds of each. Each figure between two ends: of one end
 * alone the server, which plans for any values, would expect too many to go by an index.
 */
export function segmentCondition(rule: Rule, now: Instant): Expression<SqlBool> {
  const daysAgo = (days: number) => addMinutes(now, -days * dayMinutes)
  const conditions = [
    when(rule.least_orders, (least) => sql`customer.orders between ${least} and ${most}`),
    when(rule.most_orders, (orders) => sql`customer.orders between 0 and ${orders}`),
    when(rule.least_first_days, (days) => sql`customer.first_order_at between '-infinity' and ${daysAgo(days)}`),
    when(rule.most_first_days, (days) => sql`customer.first_order_at between ${daysAgo(days)} and 'infinity'`),
    when(rule.least_last_days, (days) => sql`(${lastOrder} between '-infinity' and ${daysAgo(days)} and customer.orders > 0)`),
    when(rule.most_last_days, (days) => sql`(${lastOrder} between ${daysAgo(days)} and 'infinity' and customer.orders > 0)`),
    when(
      rule.least_value_minor,
      (least) => sql`(customer.value_minor between ${least} and ${most} and customer.currency = ${rule.currency})`,
    ),
    when(
      rule.least_refund_percent,
      (percent) =>
        sql`customer.refund_ppm between ${percent * ppmPerPercent} and ${most}${percent > 0 ? sql` and customer.refund_ppm > 0` : sql``}`,
    ),
    when(rule.branch_id, (branch) => sql`customer.branch_ids @> array[${branch}]::uuid[]`),
    when(rule.vertical, (vertical) => sql`customer.verticals @> array[${vertical}]`),
  ].flat()
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function when<V>(asked: V | null, condition: (value: V) => Expression<unknown>): Expression<unknown>[] {
  return asked === null ? [] : [condition(asked)]
}

/** The customers of a segment by its id; of one that is not there, nobody. */
export async function inSegment(id: string, ctx: Context): Promise<Expression<SqlBool>> {
  const rule = await ctx.db.selectFrom('segment').selectAll().where('id', '=', id).executeTakeFirst()
  return rule ? foundFirst(ctx.db, 'customer', segmentCondition(rule, ctx.clock.instant())) : sql<SqlBool>`false`
}
