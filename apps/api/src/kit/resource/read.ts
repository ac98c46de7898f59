import { type Access, type Allowed, fieldsOf, type NamedEndpoint, type Permission } from '@larder/contract'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { can, inScope } from '../authorize.ts'
import type { Context } from '../context.ts'
import { type Because, notFound } from '../errors.ts'
import { equalTo, type ListInput, listPage, type SortColumn } from '../list-query.ts'
import { matching } from '../read/search-text.ts'
import type { Facts, Place, Verb } from './declaration.ts'

// biome-ignore lint/suspicious/noExplicitAny: any tables, any row
type AnyRow = any
// biome-ignore lint/suspicious/noExplicitAny: as above
type Rows = SelectQueryBuilder<any, any, any>

// biome-ignore lint/suspicious/noExplicitAny: rules of any resource
export type AnyVerb = Verb<any, any, any>

type AnyFilter = string | ((value: unknown, ctx: Context) => Expression<SqlBool> | Promise<Expression<SqlBool>>)

export interface Placed {
  row: AnyRow
  place: Place
}

/** A query cut to what the caller reaches. */
export function visible(ctx: Context, { declared: { scope } }: Facts, rows: Rows): Rows {
  if (scope === 'everybody') return rows
  return 'where' in scope ? rows.where(scope.where(ctx)) : inScope(ctx, rows, scope)
}

export async function listRows(ctx: Context, facts: Facts, input: ListInput & Record<string, unknown>) {
  const { declared, contract } = facts
  const { list, filters, sorts, table } = declared
  let query = visible(ctx, facts, (list ?? declared).rows(ctx.db))
  for (const [key, filter] of Object.entries(filters as Record<string, AnyFilter>)) {
    if (input[key] === undefined) continue
    query = query.where(typeof filter === 'string' ? equalTo(filter, input[key]) : await filter(input[key], ctx))
  }
  if (typeof input.q === 'string' && input.q !== '') query = query.where(searched(ctx, facts, input.q))
  const columns = Object.fromEntries(Object.entries(sorts).map(([key, sort]) => [key, sortColumn(ctx, sort)]))
  const [defaultSort = 'id'] = Object.keys(columns)
  const page = await listPage(ctx, { query, input, sorts: columns, defaultSort, tie: `${table}.id`, present: (row: AnyRow) => row })
  if (list) return { ...page, rows: page.rows.map((row) => withAllowed(ctx, facts, contract.list, row, list.present(row, ctx))) }
  return { ...page, rows: await presentAll(ctx, facts, contract.list, page.rows) }
}

function searched(ctx: Context, { declared: { search }, contract }: Facts, typed: string) {
  if (typeof search === 'function') return search(typed, ctx)
  return matching(ctx, (contract.list as NamedEndpoint).shape.response, search, typed)
}

function sortColumn(ctx: Context, sort: unknown): SortColumn {
  return { column: typeof sort === 'function' ? sort(ctx) : sort } as SortColumn
}

/** The record as people get it; 404 when it is not there or out of scope. */
export async function readRecord(ctx: Context, facts: Facts, id: string): Promise<unknown> {
  const row = await visible(ctx, facts, facts.declared.rows(ctx.db))
    .where(equalTo(`${facts.declared.table}.id`, id))
    .executeTakeFirst()
  return row === undefined ? notFound(facts.entity) : presentOne(ctx, facts, row)
}

export async function presentOne(ctx: Context, facts: Facts, row: AnyRow): Promise<unknown> {
  const { get, update, list } = facts.contract
  const [shown] = await presentAll(ctx, facts, get ?? update ?? list, [row])
  return shown
}

async function presentAll(ctx: Context, facts: Facts, endpoint: NamedEndpoint | undefined, rows: AnyRow[]): Promise<unknown[]> {
  const { beside, present } = facts.declared
  const known = rows.length > 0 ? await beside?.(ctx, rows) : undefined
  return rows.map((row) => withAllowed(ctx, facts, endpoint, row, present(row, ctx, known)))
}

/** One row with the place where it belongs; undefined when it is not there or, unless `everywhere`, out of scope. */
export async function findPlaced(
  ctx: Context,
  facts: Facts,
  db: ReadDatabase,
  id: string,
  everywhere = false,
): Promise<Placed | undefined> {
  const { table, rows, scope } = facts.declared
  const [branch, store] = scope !== 'everybody' && 'branch' in scope ? [scope.branch, scope.store] : []
  const place = (column: unknown) => (typeof column === 'string' ? sql.ref(column) : sql`null`)
  const query = (everywhere ? rows(db) : visible(ctx, facts, rows(db))).where(equalTo(`${table}.id`, id))
  const found = await query.select([place(branch).as('place_branch'), place(store).as('place_store')]).executeTakeFirst()
  if (!found) return undefined
  const { place_branch: branchId, place_store: storeId, ...row } = found
  return { row, place: scope !== 'everybody' && 'where' in scope ? scope.place(row) : { branchId, storeId } }
}

/** What stands in the way of a verb now, with a program's word for it. */
export function becauseOf(verb: string, rules: AnyVerb | undefined, row: unknown, ctx: Context): Because | null {
  const because = rules?.whyNot?.(row, ctx) ?? null
  return typeof because === 'string' ? { reason: verb === 'remove' ? 'in-use' : 'not-allowed-now', message: because } : because
}

function withAllowed(ctx: Context, facts: Facts, endpoint: NamedEndpoint | undefined, row: AnyRow, shown: object): object {
  const told = endpoint ? fieldsOf(endpoint.shape.response) : {}
  return {
    ...shown,
    ...('allowed' in told && { allowed: allowedOn(ctx, facts, row) }),
    ...('editable' in told && { editable: editableOn(ctx, facts, row) }),
  }
}

/** The fields that the caller may change in a row, of those that a change takes. */
function editableOn(ctx: Context, { contract, declared }: Facts, row: AnyRow): string[] {
  const { update } = contract
  if (!update?.shape.body || !can(ctx, update.shape.permission as Permission)) return []
  const fields = Object.keys(fieldsOf(update.shape.body)).filter((field) => field !== 'version')
  const own = declared.update?.editable?.(row, ctx)
  return own ? fields.filter((field) => own.includes(field)) : fields
}

function allowedOn(ctx: Context, { contract, declared }: Facts, row: AnyRow): Allowed {
  return Object.entries(contract).flatMap(([verb, { shape }]) => {
    const rules = rulesOf(declared, verb)
    if (!rules || !isOpenTo(ctx, shape.permission) || rules.whose?.(row, ctx) === false) return []
    return [{ action: verb, because: becauseOf(verb, rules, row, ctx)?.message ?? null }]
  })
}

function isOpenTo(ctx: Context, permission: Access): boolean {
  return permission === 'signed-in' || can(ctx, permission as Permission)
}

function rulesOf({ update, remove, acts }: Facts['declared'], verb: string) {
  if (verb === 'update') return update ?? {}
  return verb === 'remove' ? (remove ?? {}) : (acts as Record<string, AnyVerb>)[verb]
}
