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
import { type Reads, type Subject, subjectOf } from './history.subjects.ts'

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
  const subject = await openSubject(reads, ctx, params)
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

/** What there is to know of a record's kind; throws where the caller could not open the record itself. */
export async function openSubject(reads: Reads, ctx: Context, { entity, id }: { entity: string; id: string }): Promise<Subject> {
  const subject = subjectOf(reads, entity)
  if (!subject) return notFound('history')
  if (subject.permission) allow(ctx, subject.permission)
  await subject.open(ctx, id)
  return subject
}

type Described = Pick<AuditEntry, 'changes' | 'names'>

/** Two sides of each record as its history would tell them: the fields that differ, and what ids in them and its own are called. */
export async function describeChanges(
  ctx: Context,
  sides: readonly { entity_id: string; old: unknown; new: unknown }[],
): Promise<Described[]> {
  const currency = await readSetting(ctx.services, 'installation.currency')
  return withNames(
    ctx,
    sides.map((side) => ({ id: side.entity_id, changes: changesOf(side.old, side.new, currency), names: {} })),
    ({ id }) => [id],
  )
}
