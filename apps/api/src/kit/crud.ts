import { type Allowed, type NamedEndpoint, newId, type Permission } from '@larder/contract'
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { can, inScope, type ScopeColumns } from './authorize.ts'
import type { Context } from './context.ts'
import { notFound, refuse } from './errors.ts'
import type { Handlers } from './http/handler.ts'
import { equalTo, type ListInput, listPage, type SortColumn } from './list-query.ts'
import { matching, type SearchFields } from './read/search-text.ts'
import { explainConstraint } from './record/constraint.ts'
import { refuseStale } from './record/stale.ts'
import { unitOfWork, type Work } from './unit-of-work.ts'

type CrudVerb = 'list' | 'get' | 'create' | 'update' | 'remove'
type Columns = Record<string, unknown>
type Row = Columns & { id: string; version: number }

export interface CrudFacts<R> {
  table: keyof DB & string
  entity: string
  /** Who may hear of changes. */
  permission: Permission
  /** Rows with all that `present` needs; the table goes by its own name in the query. */
  // biome-ignore lint/suspicious/noExplicitAny: joins of any kind; the row's type is what counts
  rows(db: ReadDatabase): SelectQueryBuilder<any, any, R>
  /** The row as people get it; `allowed` is added to it. */
  present(row: R, ctx: Context): object
  /** Why this row cannot go now, in words; null where nothing uses it. */
  inUse?(row: NoInfer<R>): string | null
  /** Columns of a draft, or of the part of one that a change carries. Never `status`: a transition is its own endpoint. */
  toRow(draft: never): Columns
  /** What `q` looks into. */
  search: SearchFields
  /** Query keys that must equal a column. */
  filters?: Record<string, string>
  sorts: Record<string, SortColumn>
  defaultSort: string
  /** Absent: the rows belong to no branch and no store, and everyone with the permission has them all and hears of them. */
  place?: {
    /** By which columns of `rows` what one sees is cut. */
    scope: ScopeColumns
    /** The branch and store whose people hear of a change, by the columns of the table. */
    of(row: Columns, db: ReadDatabase): Promise<{ branchId: string | null; storeId: string | null }>
  }
}

/**
 * Handlers of a plain lookup: list, get, create, update and remove, as far as the contract has them. A change needs the version
 * that the caller saw (409 with the newer row); a taken name is 422 on its field, a row that others use cannot go (409 `in-use`).
 * Rows carry `allowed`: `update` and `remove`, where the role may.
 */
export function crud<C extends Record<string, NamedEndpoint>, R>(contract: C, given: CrudFacts<R>): Pick<Handlers<C>, keyof C & CrudVerb> {
  const facts: CrudFacts<R> = {
    ...given,
    present: (row, ctx) => ({ ...given.present(row, ctx), allowed: allowedOn(ctx, contract, given.inUse?.(row) ?? null) }),
  }
  const handlers = {
    list: (ctx: Context, input: { query: ListInput & Columns }) => listRows(ctx, facts, contract, input.query),
    get: (ctx: Context, input: { params: { id: string } }) => findRow(ctx, facts, ctx.db, input.params.id),
    create: (ctx: Context, input: { body: Columns }) => createRow(ctx, facts, input.body),
    update: (ctx: Context, input: { params: { id: string }; body: Columns & { version: number } }) => updateRow(ctx, facts, input),
    remove: (ctx: Context, input: { params: { id: string }; body: { version: number } }) => removeRow(ctx, facts, input),
  }
  const wanted = Object.entries(handlers).filter(([verb]) => verb in contract)
  return Object.fromEntries(wanted) as unknown as Pick<Handlers<C>, keyof C & CrudVerb>
}

async function listRows<R>(
  ctx: Context,
  facts: CrudFacts<R>,
  { list }: Partial<Record<CrudVerb, NamedEndpoint>>,
  input: ListInput & Columns,
) {
  let query = visibleRows(ctx, facts, ctx.db)
  for (const [key, column] of Object.entries(facts.filters ?? {})) query = query.where(equalTo(column, input[key]))
  if (list && typeof input.q === 'string') query = query.where(matching(ctx, list.shape.response, facts.search, input.q))
  const { sorts, defaultSort, table } = facts
  return listPage(ctx, { query, input, sorts, defaultSort, tie: `${table}.id`, present: (row: R) => facts.present(row, ctx) })
}

function visibleRows<R>(ctx: Context, { rows, place }: CrudFacts<R>, db: ReadDatabase) {
  return place ? inScope(ctx, rows(db), place.scope) : rows(db)
}

function allowedOn(ctx: Context, contract: Partial<Record<CrudVerb, NamedEndpoint>>, inUse: string | null): Allowed {
  const may = (verb: 'update' | 'remove') => {
    const endpoint = contract[verb]
    return endpoint !== undefined && can(ctx, endpoint.shape.permission as Permission)
  }
  return [...(may('update') ? [{ action: 'update', because: null }] : []), ...(may('remove') ? [{ action: 'remove', because: inUse }] : [])]
}

async function findRow<R>(ctx: Context, facts: CrudFacts<R>, db: ReadDatabase, id: string) {
  const row = await visibleRows(ctx, facts, db)
    .where(equalTo(`${facts.table}.id`, id))
    .executeTakeFirst()
  return row === undefined ? notFound(facts.entity) : facts.present(row, ctx)
}

function createRow<R>(ctx: Context, facts: CrudFacts<R>, draft: Columns) {
  return writing(ctx, facts, draft, async (work) => {
    const values = { id: newId(ctx.clock.ms()), ...columnsOfDraft(facts, draft) }
    const row = await tableOf(work).insertInto(facts.table).values(values).returningAll().executeTakeFirstOrThrow()
    await record(work, facts, 'create', null, row as Row)
    return findRow(ctx, facts, readOnly(work.db), values.id)
  })
}

function updateRow<R>(ctx: Context, facts: CrudFacts<R>, input: { params: { id: string }; body: Columns & { version: number } }) {
  const { version, ...draft } = input.body
  return writing(ctx, facts, draft, async (work) => {
    const old = await lockRow(ctx, facts, work, input.params.id, version)
    const values = { ...columnsOfDraft(facts, draft), version: version + 1, updated_at: sql`now()` }
    const change = tableOf(work)
      .updateTable(facts.table)
      .set(values)
      .where(equalTo(`${facts.table}.id`, old.id))
    await record(work, facts, 'update', old, (await change.returningAll().executeTakeFirstOrThrow()) as Row)
    return findRow(ctx, facts, readOnly(work.db), old.id)
  })
}

function removeRow<R>(ctx: Context, facts: CrudFacts<R>, input: { params: { id: string }; body: { version: number } }) {
  return writing(ctx, facts, {}, async (work) => {
    const old = await lockRow(ctx, facts, work, input.params.id, input.body.version)
    await refuseInUse(facts, work, old.id)
    await tableOf(work)
      .deleteFrom(facts.table)
      .where(equalTo(`${facts.table}.id`, old.id))
      .execute()
    await record(work, facts, 'remove', old, null)
    return { id: old.id }
  })
}

async function refuseInUse<R>(facts: CrudFacts<R>, work: Work, id: string): Promise<void> {
  const row = await facts
    .rows(readOnly(work.db))
    .where(equalTo(`${facts.table}.id`, id))
    .executeTakeFirstOrThrow()
  const because = facts.inUse?.(row) ?? null
  if (because) refuse('in-use', because)
}

/** The table's own row, locked, as long as it is in scope and at the version that the caller saw. */
async function lockRow<R>(ctx: Context, facts: CrudFacts<R>, work: Work, id: string, version: number): Promise<Row> {
  const table = tableOf(work).selectFrom(facts.table).selectAll()
  const row = await table
    .where(equalTo(`${facts.table}.id`, id))
    .forUpdate()
    .executeTakeFirst()
  const current = await findRow(ctx, facts, readOnly(work.db), id)
  if (row?.version !== version) await refuseStale(readOnly(work.db), { entity: facts.entity, id, current })
  return row as Row
}

async function writing<R, Out>(ctx: Context, facts: CrudFacts<R>, draft: Columns, write: (work: Work) => Promise<Out>): Promise<Out> {
  try {
    return await unitOfWork(ctx, write)
  } catch (error) {
    throw explainConstraint(error, facts.entity, Object.keys(draft))
  }
}

async function record<R>(work: Work, facts: CrudFacts<R>, action: string, old: Row | null, row: Row | null): Promise<void> {
  const subject = row ?? old
  if (!subject) return
  const { branchId, storeId } = (await facts.place?.of(subject, readOnly(work.db))) ?? { branchId: null, storeId: null }
  const version = row ? row.version : subject.version + 1
  const { entity, permission } = facts
  work.record({ entity, id: subject.id, version, action, old, new: row, permission, branchId, storeId })
}

function columnsOfDraft<R>(facts: CrudFacts<R>, draft: Columns): Columns {
  const columns = facts.toRow(draft as never)
  if ('status' in columns) throw new Error(`${facts.entity}: crud never writes a status`)
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

// The table is named by a value here, so the column types of any one table do not apply.
function tableOf(work: Work) {
  return work.db as unknown as Transaction<Record<string, Columns>>
}
