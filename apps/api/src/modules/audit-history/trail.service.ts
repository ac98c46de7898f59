import {
  type AuditTrailEntry,
  type AuditTrailRecord,
  type AuditVerdict,
  auditEntryContract,
  auditVerdictContract,
  businessDay,
  type Output,
  type Page,
  type Parsed,
  type StartedTask,
} from '@larder/contract'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { AuditEntry as AuditEntryTable } from '#db/schema.gen.ts'
import { can, inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { readSetting } from '#kit/settings.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { withNames } from './history.names.ts'
import { presentEntry } from './history.present.ts'
import { type Reads, subjectOf } from './history.subjects.ts'
import { actsOn, knownKinds, ownKinds, visibleKinds } from './trail.kinds.ts'
import { searchTrail } from './trail.search.ts'
import { verifyAuditKind } from './verify-audit.task.ts'

type Contract = typeof auditEntryContract
type Row = Selectable<AuditEntryTable> & { branch_name: string | null }

export function registerAuditTrail(app: App): void {
  implement(app, auditEntryContract, {
    list: (ctx, input) => listTrail(app, ctx, input),
    get: (ctx, input) => getEntry(app, ctx, input),
    own: (ctx) => listOwnActs(app, ctx),
    facets: async (ctx) => readFacets(app, ctx),
  })
}

/** What verifying the record came to, and beginning it. */
export function registerAuditVerdicts(app: App): void {
  app.services.tasks.declare(verifyAuditKind)
  implement(app, auditVerdictContract, { list: listVerdicts, verify: beginVerification })
}

async function listTrail(reads: Reads, ctx: Context, { query: input }: Parsed<Contract['list']>): Promise<Page<AuditTrailEntry>> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const present = await presenter(reads, ctx)
  const query = visibleEntries(reads, ctx)
    .where(equalTo('audit_entry.actor_id', input.actorId))
    .where(equalTo('audit_entry.actor_kind', input.actorKind))
    .where(equalTo('audit_entry.role', input.role))
    .where(equalTo('audit_entry.action', input.action))
    .where(equalTo('audit_entry.entity', input.entity))
    .where(equalTo('audit_entry.entity_id', input.entityId))
    .where(equalTo('audit_entry.branch_id', input.branchId))
    .where(equalTo('audit_entry.address', input.address))
    .where(equalTo('audit_entry.request_id', input.requestId))
    .where(equalTo('audit_entry.change_set_id', input.changeSetId))
    .where(within(zone, input))
    .where(input.q?.trim() ? await searchTrail(ctx, input.q.trim(), knownKinds(reads)) : sql<SqlBool>`true`)
  const sorts = { at: { column: 'audit_entry.at' } }
  const page = await listPage(ctx, { query, input, sorts, defaultSort: '-at', tie: 'audit_entry.id', present })
  return { ...page, rows: await withNames(ctx, page.rows, subjectOfEntry) }
}

async function getEntry(reads: Reads, ctx: Context, { params: { id } }: Parsed<Contract['get']>): Promise<AuditTrailRecord> {
  const row = await visibleEntries(reads, ctx).where('audit_entry.id', '=', sql<number>`${id}::bigint`).executeTakeFirst()
  if (!row) return notFound('audit-entry')
  const present = await presenter(reads, ctx)
  const [entry = present(row)] = await withNames(ctx, [present(row)], subjectOfEntry)
  return {
    ...entry,
    sequence: row.entity_sequence,
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash?.toString('hex') ?? null,
  }
}

const ownActs = 20

/** One's own alone, and no more of records than one sees now: what one may not view any more is not told by what one did to it. */
async function listOwnActs(reads: Reads, ctx: Context): Promise<AuditTrailEntry[]> {
  const kinds = visibleKinds(reads, ctx)
  const own = entriesWithin(ctx).where('audit_entry.actor_id', '=', ctx.actor.id)
  const query = kinds ? own.where(sql<SqlBool>`audit_entry.entity = any(${[...kinds, ...ownKinds]}::text[])`) : own
  const rows = await query.orderBy('audit_entry.at', 'desc').orderBy('audit_entry.id', 'desc').limit(ownActs).execute()
  const present = await presenter(reads, ctx)
  return withNames(ctx, rows.map(present), subjectOfEntry)
}

const subjectOfEntry = ({ entityId }: AuditTrailEntry) => [entityId]

/** Entries that this person may see: of kinds that they may view, within their scope, of their team where they lead one. */
function visibleEntries(reads: Reads, ctx: Context) {
  const kinds = visibleKinds(reads, ctx)
  const { isAdmin, role, team } = ctx.actor
  let query = entriesWithin(ctx)
  if (kinds) query = query.where(sql<SqlBool>`audit_entry.entity = any(${kinds}::text[])`)
  if (team && !isAdmin)
    query = query.where(
      sql<SqlBool>`audit_entry.role = any(array(select key from role where id = any(${[...team]}::uuid[]) or key = ${role}))`,
    )
  return query
}

function entriesWithin(ctx: Context) {
  const all = ctx.db.selectFrom('audit_entry').leftJoin('branch', 'branch.id', 'audit_entry.branch_id')
  const columns = { branch: 'audit_entry.branch_id', store: 'audit_entry.store_id' } as const
  return inScope(ctx, all, columns).selectAll('audit_entry').select('branch.name as branch_name')
}

async function presenter(reads: Reads, ctx: Context): Promise<(row: Row) => AuditTrailEntry> {
  const currency = await readSetting(ctx.services, 'installation.currency')
  const mayReveal = (entity: string) => {
    const reveal = subjectOf(reads, entity)?.reveal
    return reveal === undefined || can(ctx, reveal)
  }
  return (row) => ({
    ...presentEntry(row, mayReveal(row.entity), currency),
    actorId: row.actor_id,
    address: row.address,
    branch: row.branch_id && row.branch_name ? { id: row.branch_id, name: row.branch_name } : null,
    version: 1,
  })
}

function within(zone: string, { from, to }: { from?: string | undefined; to?: string | undefined }): Expression<SqlBool> {
  const first = from ? sql<SqlBool>`audit_entry.at >= ${businessDay(from, zone).from}::timestamptz` : sql<SqlBool>`true`
  const last = to ? sql<SqlBool>`audit_entry.at < ${businessDay(to, zone).to}::timestamptz` : sql<SqlBool>`true`
  return sql<SqlBool>`${first} and ${last}`
}

/** What can be recorded of the kinds that this person sees: what there is or is not would tell of others' doings. */
function readFacets(reads: Reads, ctx: Context): Output<Contract['facets']> {
  const entities = visibleKinds(reads, ctx) ?? knownKinds(reads)
  return { entities: entities.toSorted(), actions: actsOn(reads, entities) }
}

const shownVerdicts = 10

async function listVerdicts(ctx: Context): Promise<AuditVerdict[]> {
  const rows = await ctx.db.selectFrom('audit_verdict').selectAll().orderBy('id', 'desc').limit(shownVerdicts).execute()
  return rows.map(({ id, at, entries, seals, broken_table, broken_id, because }) => ({
    id: String(id),
    at,
    entries,
    seals,
    broken: broken_table && broken_id !== null ? { table: broken_table, id: String(broken_id), because: because ?? '' } : null,
    acknowledgement: broken_id === null ? because : null,
  }))
}

function beginVerification(ctx: Context): Promise<StartedTask> {
  return beginTask(ctx, { kind: verifyAuditKind.name, title: 'Verification of the record', parameters: {} })
}
