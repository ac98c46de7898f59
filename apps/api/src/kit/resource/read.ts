import { type Access, type Allowed, type ApprovalRule, fieldsOf, type NamedEndpoint, type Permission } from '@larder/contract'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { can, inScope, seesWhole } from '../authorize.ts'
import type { Context } from '../context.ts'
import { type Because, notFound } from '../errors.ts'
import { equalTo, type ListInput, listPage, type SortColumn } from '../list-query.ts'
import { masksOf } from '../read/masked-fields.ts'
import { foundFirst, type Look, matching, matchingWords } from '../read/search-text.ts'
import { type Approvals, approvalsOf, findWaiting, type Waiting, waitsWords } from '../record/approval.ts'
import { type Checking, weighHands } from '../record/hands.ts'
import type { Act, Facts, MadeBy, Place } from './declaration.ts'

// biome-ignore lint/suspicious/noExplicitAny: any tables, any row
type AnyRow = any
// biome-ignore lint/suspicious/noExplicitAny: as above
type Rows = SelectQueryBuilder<any, any, any>

// biome-ignore lint/suspicious/noExplicitAny: rules of any resource
export type AnyVerb = Act<any, any, any>

type AnyFilter = string | ((value: unknown, ctx: Context, asked: unknown) => Expression<SqlBool> | Promise<Expression<SqlBool>>)

type Order = (asked: ListInput) => string

export interface Placed {
  row: AnyRow
  place: Place
}

/** A query cut to what the caller reaches. */
export function visible(ctx: Context, { declared: { scope } }: Facts, rows: Rows): Rows {
  if (scope === 'everybody') return rows
  return 'where' in scope ? rows.where(scope.where(ctx)) : inScope(ctx, rows, scope)
}

/** What a list is cut to by what is asked of it: one condition for each filter, and for `q`. */
export async function conditionsOf(ctx: Context, facts: Facts, input: Record<string, unknown>): Promise<Expression<SqlBool>[]> {
  const { declared } = facts
  const { filters, table } = declared
  const conditions: Expression<SqlBool>[] = []
  const own: Expression<SqlBool>[] = []
  for (const [key, filter] of Object.entries(filters as Record<string, AnyFilter>)) {
    if (input[key] === undefined) continue
    const condition = typeof filter === 'string' ? equalTo(filter, input[key]) : await filter(input[key], ctx, input)
    conditions.push(condition)
    if (typeof filter === 'string' && filter.startsWith(`${table}.`)) own.push(condition)
  }
  return typeof input.q === 'string' ? [...conditions, await foundBy(ctx, facts, input.q, { conditions, own })] : conditions
}

interface Cut {
  conditions: readonly Expression<SqlBool>[]
  /** Those by columns of the table's own. */
  own: readonly Expression<SqlBool>[]
}

/** What is found by a text: where words are indexed, by these first, and by its parts where none of what the caller gets has them. */
async function foundBy(ctx: Context, facts: Facts, typed: string, { conditions, own }: Cut): Promise<Expression<SqlBool>> {
  const { declared, contract } = facts
  const shapes = [contract.list, contract.get].flatMap((endpoint) => endpoint?.shape.response ?? [])
  const found = (look: Look) => declared.finds?.(typed, ctx, look) ?? look(ctx, shapes, declared.search, typed)
  const parts = () => found(matching) ?? sql<SqlBool>`false`
  if (!declared.isLarge) return parts()
  const words = declared.isLarge === 'words' ? found(matchingWords) : null
  const ofWords = words && (await foundFirst(ctx.db, declared.table, words, own))
  const isCut = conditions.length > own.length || (declared.scope !== 'everybody' && ctx.actor.scope.kind !== 'all')
  if (ofWords && (!isCut || (await isAny(ctx, facts, [...conditions, ofWords])))) return ofWords
  return (await foundFirst(ctx.db, declared.table, parts(), own)) ?? sql<SqlBool>`false`
}

async function isAny(ctx: Context, facts: Facts, conditions: readonly Expression<SqlBool>[]): Promise<boolean> {
  let rows = visible(ctx, facts, facts.declared.rows(ctx.db)).clearSelect().select(sql.lit(1).as('found'))
  for (const condition of conditions) rows = rows.where(condition)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

export async function listRows(ctx: Context, facts: Facts, input: ListInput & Record<string, unknown>) {
  const { declared, contract } = facts
  const { list, sorts, table } = declared
  let query = visible(ctx, facts, (list ?? declared).rows(ctx.db))
  for (const condition of await conditionsOf(ctx, facts, input)) query = query.where(condition)
  const columns = Object.fromEntries(Object.entries(sorts).map(([key, sort]) => [key, sortColumn(ctx, sort)]))
  const [first = 'id'] = Object.keys(columns)
  // What a list tells by time it tells from now on back.
  const defaultSort = (declared.order as Order | undefined)?.(input) ?? (first === 'createdAt' ? '-createdAt' : first)
  const present = (found: AnyRow) => placed(facts, found)
  const page = await listPage(ctx, { query: withPlace(facts, query), input, sorts: columns, defaultSort, tie: `${table}.id`, present })
  const shown = list && page.rows.map(({ row }) => list.present(row, ctx))
  return { ...page, rows: await presentAll(ctx, facts, contract.list, page.rows, shown) }
}

function sortColumn(ctx: Context, sort: unknown): SortColumn {
  return { column: typeof sort === 'function' ? sort(ctx) : sort } as SortColumn
}

/** The record as people get it; 404 when it is not there or out of scope. */
export async function readRecord(ctx: Context, facts: Facts, id: string): Promise<unknown> {
  return presentOne(ctx, facts, (await findPlaced(ctx, facts, ctx.db, id)) ?? notFound(facts.entity))
}

export async function presentOne(ctx: Context, facts: Facts, found: Placed): Promise<unknown> {
  const { get, update, list } = facts.contract
  const [shown] = await presentAll(ctx, facts, get ?? update ?? list, [found])
  return shown
}

/** Rows as people get them, with what may be done with each; `shown` where they are presented already. */
async function presentAll(
  ctx: Context,
  facts: Facts,
  endpoint: NamedEndpoint | undefined,
  found: readonly Placed[],
  shown?: readonly object[],
): Promise<unknown[]> {
  if (found.length === 0) return []
  const { beside, present } = facts.declared
  const rows = found.map(({ row }) => row)
  const known = shown ? undefined : await beside?.(ctx, rows)
  const told = endpoint ? fieldsOf(endpoint.shape.response) : {}
  const asked = 'allowed' in told ? await findAsked(ctx, facts, found) : none
  return rows.map((row, at) => ({
    ...(shown?.[at] ?? present(row, ctx, known)),
    ...('allowed' in told && { allowed: allowedOn(ctx, facts, row, asked) }),
    ...('editable' in told && { editable: editableOn(ctx, facts, row) }),
  }))
}

/** Who has to approve what, by verb, what of the records waits for that, and by verb why the caller is the wrong one to approve it. */
interface Asked {
  byVerb: ReadonlyMap<string, Approvals>
  waiting: ReadonlyMap<string, Waiting>
  hands: ReadonlyMap<string, ReadonlyMap<string, Because>>
}
const none: Asked = { byVerb: new Map(), waiting: new Map(), hands: new Map() }

async function findAsked(ctx: Context, facts: Facts, found: readonly Placed[]): Promise<Asked> {
  const [approvals, hands] = await Promise.all([findApprovals(ctx, facts, found), findHands(ctx, facts, found)])
  return { ...approvals, hands }
}

/** Of the verbs whose endpoint declares an approval and that the caller may ask for. */
async function findApprovals(ctx: Context, { contract, entity }: Facts, found: readonly Placed[]): Promise<Omit<Asked, 'hands'>> {
  const records = found.map(({ row, place }) => ({ id: row.id, row, ...place }))
  const checked = Object.entries(contract).filter(([, { shape }]) => shape.approval && isOpenTo(ctx, shape.permission))
  const each = checked.map(async ([verb, { shape }]) => [verb, await approvalsOf(ctx, shape.approval as ApprovalRule, records)] as const)
  const byVerb = new Map(await Promise.all(each))
  const ids = new Set([...byVerb.values()].flatMap((approvals) => [...approvals.keys()]))
  return { byVerb, waiting: await findWaiting(ctx.db, entity, [...ids]) }
}

/** Of the acts that approve what others made and that nothing else stands in the way of. */
async function findHands(ctx: Context, facts: Facts, found: readonly Placed[]): Promise<Asked['hands']> {
  const asked = Object.entries<AnyVerb>(facts.declared.acts).flatMap(([verb, rules]) => {
    const { madeBy } = rules
    const permission = facts.contract[verb]?.shape.permission
    if (!madeBy || !permission || !isOpenTo(ctx, permission)) return []
    const open = found.filter(({ row }) => rules.whose?.(row, ctx) !== false && !becauseOf(verb, rules, row, ctx))
    return open.map((placed) => ({ verb, madeBy, checking: checkingOf(facts, verb, madeBy, placed) }))
  })
  const words = await weighHands(
    ctx,
    asked.map(({ checking }) => checking),
  )
  const hands = new Map<string, Map<string, Because>>()
  for (const [at, { verb, madeBy, checking }] of asked.entries()) {
    const because = words[at]?.because
    if (!hands.has(verb)) hands.set(verb, new Map())
    if (because) hands.get(verb)?.set(checking.id, because === 'own' ? madeBy.own : because)
  }
  return hands
}

/** A record, who made it, and what the act on it takes. */
export function checkingOf({ contract, declared }: Facts, verb: string, madeBy: MadeBy<unknown>, { row, place }: Placed): Checking {
  const by = madeBy.by?.(row) ?? { permission: contract[verb]?.shape.permission as Permission, weighs: null }
  const { branchId, storeId } = place
  const makers = madeBy.makers(row).filter((id) => id !== null)
  return { id: row.id, makers, ...by, view: declared.permission, branchId, storeId, isForOneToo: madeBy.isForOneToo === true }
}

/** One row with the place where it belongs; undefined when it is not there or, unless `everywhere`, out of scope. */
export async function findPlaced(
  ctx: Context,
  facts: Facts,
  db: ReadDatabase,
  id: string,
  everywhere = false,
): Promise<Placed | undefined> {
  const { table, rows } = facts.declared
  const query = (everywhere ? rows(db) : visible(ctx, facts, rows(db))).where(equalTo(`${table}.id`, id))
  const found = await withPlace(facts, query).executeTakeFirst()
  return found && placed(facts, found)
}

/** A row with how the caller gets it. */
export interface Shown extends Placed {
  shown: AnyRow
}

/** Those of some rows that are in scope. */
export async function findShown(ctx: Context, facts: Facts, ids: readonly string[]): Promise<Shown[]> {
  const { table, rows } = facts.declared
  const query = visible(ctx, facts, rows(ctx.db)).where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::uuid[])`)
  const found = (await withPlace(facts, query).execute()).map((row) => placed(facts, row))
  const { get, update, list } = facts.contract
  const shown = await presentAll(ctx, facts, get ?? update ?? list, found)
  return found.map((one, at) => ({ ...one, shown: shown[at] }))
}

function withPlace({ declared: { scope } }: Facts, query: Rows): Rows {
  const [branch, store] = scope !== 'everybody' && 'branch' in scope ? [scope.branch, scope.store] : []
  const place = (column: unknown) => (typeof column === 'string' ? sql.ref(column) : sql`null`)
  return query.select([place(branch).as('place_branch'), place(store).as('place_store')])
}

function placed({ declared: { scope } }: Facts, found: AnyRow): Placed {
  const { place_branch: branchId, place_store: storeId, ...row } = found
  return { row, place: scope !== 'everybody' && 'where' in scope ? scope.place(row) : { branchId, storeId } }
}

/** What stands in the way of a verb now, with a program's word for it. */
export function becauseOf(verb: string, rules: AnyVerb | undefined, row: unknown, ctx: Context): Because | null {
  const because = rules?.whyNot?.(row, ctx) ?? null
  return typeof because === 'string' ? { reason: verb === 'remove' ? 'in-use' : 'not-allowed-now', message: because } : because
}

/** The fields that the caller may change in a row, of those that a change takes. */
function editableOn(ctx: Context, { contract, declared }: Facts, row: AnyRow): string[] {
  const { update } = contract
  if (!update?.shape.body || !can(ctx, update.shape.permission as Permission)) return []
  const fields = Object.keys(fieldsOf(update.shape.body)).filter((field) => field !== 'version')
  const own = declared.update?.editable?.(row, ctx)
  return own ? fields.filter((field) => own.includes(field)) : fields
}

function allowedOn(ctx: Context, { contract, declared }: Facts, row: AnyRow, { byVerb, waiting, hands }: Asked): Allowed {
  return Object.entries(contract).flatMap(([verb, { shape }]) => {
    const rules = rulesOf(declared, verb)
    if (!rules || !isOpenTo(ctx, shape.permission) || rules.whose?.(row, ctx) === false) return []
    if (verb === 'reveal' && seesEverything(ctx, contract)) return []
    const approval = byVerb.get(verb)?.get(row.id)
    const asked = approval && waiting.get(row.id)
    const standing = becauseOf(verb, rules, row, ctx) ?? hands.get(verb)?.get(row.id)
    const because = standing?.message ?? (asked ? waitsWords(asked) : null)
    return [{ action: verb, because, ...(approval && { approval }) }]
  })
}

// To whoever reads every field whole there is nothing to reveal.
function seesEverything(ctx: Context, { get, list }: Facts['contract']): boolean {
  const shown = (get ?? list)?.shape.response
  return !shown || masksOf(shown).every(({ reveal }) => seesWhole(ctx, reveal))
}

/** Whether the caller has what an endpoint of staff asks for. */
export function isOpenTo(ctx: Context, permission: Access): boolean {
  return permission === 'signed-in' || can(ctx, permission as Permission)
}

function rulesOf({ update, remove, acts }: Facts['declared'], verb: string) {
  if (verb === 'update') return update ?? {}
  if (verb === 'reveal') return {}
  return verb === 'remove' ? (remove ?? {}) : (acts as Record<string, AnyVerb>)[verb]
}
