import { AuditEntry, auditContract, type Page, type Parsed } from '@larder/contract'
import { allow, can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'
import { readSetting } from '#kit/settings.ts'
import { withNames } from './history.names.ts'
import { changesOf, presentEntry } from './history.present.ts'
import { type Reads, subjectOf } from './history.subjects.ts'

// The number of an entry within its record: the order of the chain, and an index with the record before it.
const number = 'audit_entry.entity_sequence'
const searched = { action: 'audit_entry.action', actorName: 'audit_entry.actor_name', reason: 'audit_entry.reason' }

export function registerHistory(app: App): void {
  implement(app, auditContract, { history: (ctx, input) => listHistory(app, ctx, input) })
}

/** Who changed a record, newest first: for whoever may open the record itself. */
async function listHistory(
  reads: Reads,
  ctx: Context,
  { params, query: input }: Parsed<typeof auditContract.history>,
): Promise<Page<AuditEntry>> {
  const subject = subjectOf(reads, params.entity)
  if (!subject) return notFound('history')
  if (subject.permission) allow(ctx, subject.permission)
  await subject.open(ctx, params.id)
  let query = ctx.db.selectFrom('audit_entry').selectAll().where('entity', '=', params.entity).where('entity_id', '=', params.id)
  if (input.q) query = query.where(matching(ctx, AuditEntry, searched, input.q))
  const mayReveal = subject.reveal === undefined || can(ctx, subject.reveal)
  const currency = await readSetting(ctx.services, 'installation.currency')
  const page = await listPage(ctx, {
    query,
    input,
    sorts: { at: { column: number } },
    defaultSort: '-at',
    tie: number,
    present: (row: Parameters<typeof presentEntry>[0]) => presentEntry(row, mayReveal, currency),
  })
  return { ...page, rows: await withNames(ctx, page.rows) }
}

type Described = Pick<AuditEntry, 'changes' | 'names'>

/** Two sides of each record as its history would tell them: the fields that differ, and what ids in them are called. */
export async function describeChanges(ctx: Context, sides: readonly { old: unknown; new: unknown }[]): Promise<Described[]> {
  const currency = await readSetting(ctx.services, 'installation.currency')
  return withNames(
    ctx,
    sides.map((side) => ({ changes: changesOf(side.old, side.new, currency), names: {} })),
  )
}
