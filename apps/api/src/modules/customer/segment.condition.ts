import { addMinutes, type Instant } from '@larder/contract'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'

export type SegmentRow = Selectable<DB['segment']>
type Rule = Omit<SegmentRow, 'id' | 'name' | 'description' | 'is_built_in' | 'version' | 'created_at' | 'updated_at'>

const dayMinutes = 24 * 60
const ppmPerPercent = 10_000

/**
 * The customers of a segment, as a condition on `customer`: all that its rule asks for holds of each. Its figures are in words, since the
 * server plans for any values otherwise: it is by them that one index or another has few.
 */
export function segmentCondition(rule: Rule, now: Instant): Expression<SqlBool> {
  const daysAgo = (days: number) => sql.lit(addMinutes(now, -days * dayMinutes))
  const conditions = [
    // Whoever goes on for them belongs by what both ordered.
    [sql`customer.merged_into is null`],
    when(rule.least_orders, (least) => sql`customer.orders >= ${sql.lit(least)}`),
    when(rule.most_orders, (most) => sql`customer.orders <= ${sql.lit(most)}`),
    when(rule.least_first_days, (days) => sql`customer.first_order_at <= ${daysAgo(days)}`),
    when(rule.most_first_days, (days) => sql`customer.first_order_at >= ${daysAgo(days)}`),
    when(
      rule.least_last_days,
      (days) => sql`(coalesce(customer.last_order_at, customer.created_at) <= ${daysAgo(days)} and customer.orders > 0)`,
    ),
    when(
      rule.most_last_days,
      (days) => sql`(coalesce(customer.last_order_at, customer.created_at) >= ${daysAgo(days)} and customer.orders > 0)`,
    ),
    when(
      rule.least_value_minor,
      (least) => sql`(customer.value_minor >= ${sql.lit(least)} and customer.currency = ${sql.lit(rule.currency)})`,
    ),
    when(
      rule.least_refund_percent,
      (percent) =>
        sql`customer.refund_ppm >= ${sql.lit(percent * ppmPerPercent)}${percent > 0 ? sql` and customer.refund_ppm > 0` : sql``}`,
    ),
    when(rule.branch_id, (branch) => sql`customer.branch_ids @> array[${sql.lit(branch)}]::uuid[]`),
    when(rule.vertical, (vertical) => sql`customer.verticals @> array[${sql.lit(vertical)}]`),
  ].flat()
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function when<V>(asked: V | null, condition: (value: V) => Expression<unknown>): Expression<unknown>[] {
  return asked === null ? [] : [condition(asked)]
}

/** The customers of a segment by its id; of one that is not there, nobody. */
export async function inSegment(id: string, ctx: Context): Promise<Expression<SqlBool>> {
  const rule = await ctx.db.selectFrom('segment').selectAll().where('id', '=', id).executeTakeFirst()
  return rule ? segmentCondition(rule, ctx.clock.instant()) : sql<SqlBool>`false`
}
