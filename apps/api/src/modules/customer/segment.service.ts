import { countCap, type Money, segmentContract } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { customersVisibleTo } from './customer.service.ts'
import { type SegmentRow, segmentCondition } from './segment.condition.ts'

const builtIn = { reason: 'not-allowed-now', message: 'It is built in: change its rule, or make another one.' } as const

/** Saved rules of who belongs together. */
export const segments = resource(segmentContract, {
  table: 'segment',
  permission: 'segment.view',
  rows: (db) => db.selectFrom('segment').selectAll('segment'),
  scope: 'everybody',
  beside: countMembers,
  present: (row, _ctx, counted) => ({
    leastValue: row.least_value_minor === null ? null : { minor: row.least_value_minor, currency: row.currency ?? '' },
    customers: countOf(counted.get(row.id) ?? 0),
  }),
  search: { name: 'segment.name' },
  columns: ({ leastValue, ...draft }) => ({
    name: draft.name,
    description: draft.description,
    least_orders: draft.leastOrders,
    most_orders: draft.mostOrders,
    least_first_days: draft.leastFirstDays,
    most_first_days: draft.mostFirstDays,
    least_last_days: draft.leastLastDays,
    most_last_days: draft.mostLastDays,
    least_value_minor: leastValue === null ? null : leastValue?.minor,
    currency: leastValue === null ? null : leastValue?.currency,
    least_refund_percent: draft.leastRefundPercent,
    branch_id: draft.branchId,
    vertical: draft.vertical,
  }),
  create: { rule: checkRule },
  update: {
    rule: ({ row, ...deed }) => checkRule(deed, row),
  },
  remove: { whyNot: ({ is_built_in }) => (is_built_in ? builtIn : null) },
  acts: {},
})

interface Asked {
  leastOrders?: number | null | undefined
  mostOrders?: number | null | undefined
  leastFirstDays?: number | null | undefined
  mostFirstDays?: number | null | undefined
  leastLastDays?: number | null | undefined
  mostLastDays?: number | null | undefined
  leastValue?: Money | null | undefined
  branchId?: string | null | undefined
}

async function checkRule({ ctx, body }: { ctx: Context; body: Asked }, row?: SegmentRow) {
  const least = (given: number | null | undefined, kept: number | null | undefined) => (given === undefined ? (kept ?? null) : given)
  const beyond = (low: number | null, high: number | null) =>
    low !== null && high !== null && high < low ? 'is less than the least' : undefined
  const { leastValue, branchId } = body
  const branches = ctx.db
    .selectFrom('branch')
    .select('id')
    .where('id', '=', branchId ?? null)
  const isElsewhere = branchId && !(await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst())
  const currency = leastValue && (await readSetting(ctx.services, 'installation.currency'))
  return {
    branchId: isElsewhere ? 'does not exist' : undefined,
    mostOrders: beyond(least(body.leastOrders, row?.least_orders), least(body.mostOrders, row?.most_orders)),
    mostFirstDays: beyond(least(body.leastFirstDays, row?.least_first_days), least(body.mostFirstDays, row?.most_first_days)),
    mostLastDays: beyond(least(body.leastLastDays, row?.least_last_days), least(body.mostLastDays, row?.most_last_days)),
    'leastValue.currency': currency && leastValue.currency !== currency ? `must be ${currency}` : undefined,
  }
}

/** How many belong to each now, of those that the caller sees; the same for all who see as far. */
function countMembers(ctx: Context, rows: readonly SegmentRow[]): Promise<Map<string, number>> {
  const key = ['segments', ctx.actor.scope, rows.map(({ id, version }) => [id, version])]
  return ctx.services.shared.read(key, () => findMembers(ctx, rows))
}

/** Each segment is looked at no further than anybody is told. */
async function findMembers(ctx: Context, rows: readonly SegmentRow[]): Promise<Map<string, number>> {
  const now = ctx.clock.instant()
  const counts = rows.map(
    (row) => sql`select ${row.id} as id, count(*)::int as counted from (select from customer
      where ${segmentCondition(row, now)} and ${customersVisibleTo(ctx)} limit ${sql.lit(countCap + 1)}) as members`,
  )
  const counted = await sql<{ id: string; counted: number }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)
  return new Map(counted.rows.map(({ id, counted: members }) => [id, members]))
}

function countOf(members: number) {
  return { value: Math.min(members, countCap), capped: members > countCap }
}
