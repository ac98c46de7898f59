import {
  addDays,
  type FeedbackTrends,
  type feedbackContract,
  feedbackWeeks,
  firstIdAt,
  instantAt,
  localDateAt,
  type Output,
  type Parsed,
  weekOf,
} from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { findColleagues } from '#modules/ticket/ticket.colleagues.service.ts'
import { feedback } from './feedback.service.ts'

type Contract = typeof feedbackContract

const scoped = (ctx: Context) => withinScope(ctx, { branch: 'feedback.branch_id', store: 'feedback.store_id' })

/** Who else may look after one. */
export async function listColleagues(ctx: Context, { params }: Parsed<Contract['colleagues']>): Promise<Output<Contract['colleagues']>> {
  const { branch, store } = await feedback.read(ctx, params.id)
  return findColleagues(ctx, { branch_id: branch?.id ?? null, store_id: store?.id ?? null }, sql`true`)
}

/** To whom something is assigned that the caller reaches. */
export function listAssignees(ctx: Context): Promise<Output<Contract['assignees']>> {
  return ctx.db
    .selectFrom('staff')
    .select(['staff.id', 'staff.name'])
    .where(sql<boolean>`exists (select from feedback where feedback.assigned_to = staff.id and ${scoped(ctx)})`)
    .orderBy('staff.name')
    .limit(mostAssignees)
    .execute()
}

const mostAssignees = 200
const mostTags = 6

/** What came in week by week and by tag, of what the caller reaches: of the last weeks alone, however much there is. */
export async function readTrends(ctx: Context, { query }: Parsed<Contract['trends']>): Promise<FeedbackTrends> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const cut = [scoped(ctx), ...(await feedback.conditions(ctx, query))]
  const first = addDays(weekOf(localDateAt(ctx.clock.instant(), zone)).from, -7 * (feedbackWeeks - 1))
  // Each entry counts once without a tag, and once for each that it has.
  const { rows } = await sql<{ tag: string | null; label: string | null; week: number; count: number }>`
    select tag, min(order_reason.label) as label, ((feedback.created_at at time zone ${zone})::date - ${first}::date) / 7 as week, count(*)::int as count
    from feedback cross join unnest(array_append(feedback.tags, null)) as tag
    left join order_reason on order_reason.kind = 'feedback' and order_reason.code = tag
    where feedback.id >= ${firstIdAt(instantAt(first, '00:00', zone))} and ${sql.join(cut, sql` and `)}
    group by tag, week`.execute(ctx.db as never)
  const countsOf = (code: string | null) =>
    Array.from({ length: feedbackWeeks }, (_, week) => rows.find((row) => row.tag === code && row.week === week)?.count ?? 0)
  const labels = new Map(rows.flatMap(({ tag, label }) => (tag === null ? [] : [[tag, label ?? tag]])))
  const tags = [...labels].map(([code, label]) => ({ code, label, counts: countsOf(code) }))
  const sumOf = ({ counts }: { counts: readonly number[] }) => counts.reduce((sum, count) => sum + count, 0)
  return {
    weeks: Array.from({ length: feedbackWeeks }, (_, week) => addDays(first, 7 * week)),
    all: countsOf(null),
    tags: tags.sort((one, other) => sumOf(other) - sumOf(one) || one.label.localeCompare(other.label)).slice(0, mostTags),
  }
}
