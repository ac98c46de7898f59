import * as z from 'zod/mini'
import { type ApprovalRule, type Contract, contract, del, type Endpoint, type Example, get, patch, post, type Schema } from '../endpoint.ts'
import { exportOf } from '../exports.ts'
import { type Imports, importsOf } from '../imports.ts'
import { masked, maskOf, revealing } from '../masked.ts'
import { Allowed, byId, listQuery, pageOf } from '../page.ts'
import type { PermissionRow, Verb } from '../permission-row.ts'
import type { Permission, PermissionResource } from '../permissions.ts'
import { innerOf } from '../range.ts'
import { sharedPermissions } from '../shared-permissions.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryFlag, Version } from '../values/number.ts'

type Shape = z.core.$ZodLooseShape
type Same<S> = { [K in keyof S]: S[K] }
/** What may be left out as it is typed is there as it is shown; `X` goes before it. */
type Shown<D, X> = Same<Omit<{ [K in keyof D]: D[K] extends z.ZodMiniOptional<infer I> ? I : D[K] }, keyof X> & X>
type Inner<T> = T extends z.ZodMiniOptional<infer I> | z.ZodMiniNullable<infer I> ? Inner<I> : T
type Filters<S, K extends keyof S, F> = Same<{ [P in K]: z.ZodMiniOptional<Inner<S[P]> & z.core.$ZodType> } & F>

/** An act on one record: who may, and what it asks for besides the version; a `reason` is kept in its history, and with the status that it sets. */
interface ActFacts {
  permission: Permission
  asks: Shape
  alsoChanges?: readonly string[]
  /** It begins a task with it, or changes other records. */
  changesSeveral?: true
  proof?: 'recent'
  /** When another person has to approve it; it is then asked for by `POST /approvals`. */
  approval?: ApprovalRule
  example?: Example
  summary: string
}

export interface RecordExamples {
  one: Readonly<Record<string, unknown>>
  change?: Readonly<Record<string, unknown>>
}

type Acts<A extends Record<string, ActFacts>, Params, Row> = {
  [K in keyof A]: Endpoint<{
    permission: A[K]['permission']
    params: Params & z.core.$ZodType
    body: z.ZodMiniObject<Same<{ version: typeof Version } & A[K]['asks']>, z.core.$strict>
    response: Row & z.core.$ZodType
    summary: string
  }>
}

const verbOf = {
  list: 'view',
  get: 'view',
  create: 'create',
  update: 'edit',
  remove: 'delete',
  export: 'export',
} as const satisfies Record<string, Verb>
type Permitted<T, R extends string> = {
  [K in keyof T as K extends keyof typeof verbOf ? (`${R}.${(typeof verbOf)[K]}` extends Permission ? K : never) : never]: T[K]
}

/**
 * The endpoints of a kind of record under `path`: list and get, then create, update, remove and export as far as the permission's resource
 * has the verbs create, edit, delete and export, and its acts as `POST path/:id/the-act`. `draft` is what people type, `once` what only a creation takes,
 * `extra` what a row carries beyond or instead of both, `filterBy` the fields of a row by whose value its list can be cut, `filters` what else cuts it,
 * `examples` what people type for one and for a change of it, which is the same where it is not said, `alsoShows` what its rows tell of other
 * records, `imports` whoever may read it from files, `reveals` its masked fields that are revealed one at a time. Rows carry id, version,
 * createdAt and `allowed`.
 */
export function recordContract<
  const E extends string,
  const R extends PermissionResource,
  D extends Shape,
  X extends Shape,
  const S extends readonly [string, ...string[]],
  // biome-ignore lint/complexity/noBannedTypes: none is what leaves nothing to declare
  F extends Shape = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  O extends Shape = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  const A extends Record<string, ActFacts> = {},
  const I extends Permission = never,
  const V extends readonly [keyof (D & O & X) & string, ...(keyof (D & O & X) & string)[]] = never,
  const K extends keyof (D & O & X) & string = never,
>(
  entity: E,
  path: string,
  facts: {
    /** Without it, what its permissions are called. */
    label?: string
    permission: R
    /** What is decided of its permissions, where they are its own. */
    access?: PermissionRow
    draft: D
    once?: O
    extra: X
    filterBy?: readonly K[]
    filters?: F
    sorts: S
    acts?: A
    examples?: RecordExamples
    alsoShows?: readonly string[]
    /** Who reads it from files; without it nobody does. Each row takes what a creation or a change takes besides. */
    imports?: I
    /** By who has the permission that the mask of each names. */
    reveals?: V
    /** Every write of it takes a recent proof of who one is. */
    proof?: 'recent'
    /** Seconds within which a row turns with the clock alone, as `turnsWithin` of an endpoint. */
    turnsWithin?: number
    /** There are so many that a replica answers its list. */
    fromReplica?: true
    /** People are searched in its list. */
    searchesPeople?: true
  },
) {
  const access: PermissionRow | undefined = facts.access ?? sharedPermissions[facts.permission as keyof typeof sharedPermissions]
  if (!access) throw new Error(`${entity}: what is decided of ${facts.permission} is its own, and belongs into access`)
  const {
    label = access.label,
    draft,
    once = {} as O,
    extra,
    acts = {} as A,
    alsoShows,
    examples: { one, change = withoutOnce(one, once) } = {},
  } = facts
  const kept = shownOf({ ...draft, ...once, ...extra }) as Shown<D & O, X>
  const row = z.strictObject({ id: idOf(entity), ...kept, createdAt: Instant, version: z.int(), allowed: Allowed })
  const params = byId(entity)
  const may = <V extends Verb>(verb: V) => `${facts.permission}.${verb}` as `${R}.${V}` & Permission
  const cuts = Object.fromEntries((facts.filterBy ?? []).map((key) => [key, filterOf(key, kept[key] as Schema)]))
  const query = listQuery(facts.sorts, { ...cuts, ...facts.filters } as Filters<typeof kept, K, F>)
  // What waits for approval is not offered again.
  const isAsked = Object.values<{ approval?: unknown }>(acts).some(({ approval }) => approval)
  const shows = (alsoShows || isAsked) && { alsoShows: [...(alsoShows ?? []), ...(isAsked ? ['approval'] : [])] }
  const turns = facts.turnsWithin !== undefined && { turnsWithin: facts.turnsWithin }
  const proof = facts.proof && { proof: facts.proof }
  const plain = {
    list: get(path, {
      permission: may('view'),
      query,
      response: pageOf(row),
      ...shows,
      ...turns,
      ...(facts.fromReplica && { fromReplica: true }),
      ...(facts.searchesPeople && { searchesPeople: true }),
      summary: `${label}: list`,
    }),
    get: get(`${path}/:id`, { permission: may('view'), params, response: row, ...shows, ...turns, summary: `${label}: one` }),
    create: post(path, {
      permission: may('create'),
      ...proof,
      body: z.strictObject({ ...draft, ...once } as Same<D & O>),
      response: row,
      ...(one && { example: { body: one } }),
      summary: `${label}: add`,
    }),
    update: patch(`${path}/:id`, {
      permission: may('edit'),
      ...proof,
      params,
      body: z.extend(z.partial(z.strictObject(draft)), { version: Version }),
      response: row,
      ...(change && { example: { body: change } }),
      summary: `${label}: change`,
    }),
    remove: del(`${path}/:id`, {
      permission: may('delete'),
      ...proof,
      params,
      body: z.strictObject({ version: Version }),
      response: z.strictObject({ id: z.string() }),
      summary: `${label}: delete one that nothing uses`,
    }),
    export: exportOf(path, may('export'), query),
  }
  const imported = facts.imports && importsOf(path, facts.imports)
  const revealed = facts.reveals && { reveal: revealOf(entity, path, facts.reveals, kept) }
  const permitted = Object.entries(plain).filter(([verb]) => access.verbs.includes(verbOf[verb as keyof typeof verbOf]))
  const own = Object.entries(acts).map(([act, { asks, summary, ...access }]) => {
    const body = z.strictObject({ version: Version, ...asks })
    return [act, post(`${path}/:id/${kebab(act)}`, { ...proof, ...access, params, body, response: row, summary: `${label}: ${summary}` })]
  })
  type All = Permitted<typeof plain, R> &
    Acts<A, typeof params, typeof row> &
    ([I] extends [never] ? unknown : Imports<I>) &
    ([V] extends [never] ? unknown : { reveal: ReturnType<typeof revealing<E, V, Permission>> })
  const others = Object.entries({ ...imported, ...revealed }).map(([verb, { shape, ...rest }]) => [
    verb,
    { ...rest, shape: { ...proof, ...shape } },
  ])
  return contract(entity, Object.fromEntries([...permitted, ...others, ...own])) as unknown as Contract<{
    [K in keyof All]: All[K] & Endpoint
  }>
}

/** What may be left out is shown all the same; what a mask leaves of a field need not be what people may type there. */
function shownOf(fields: Shape): Shape {
  const shown = Object.entries(fields).map(([key, field]) => {
    const own = maskOf(field as Schema)
    if (!own) return [key, withoutOptional(field as Schema)]
    const word = z.core.safeParse(field, null).success ? z.nullable(z.string()) : z.string()
    return [key, masked(word, own.reveal, own.mask, own.single)]
  })
  return Object.fromEntries(shown)
}

function withoutOptional(field: Schema): Schema {
  const { type, innerType } = field._zod.def as { type: string; innerType?: Schema }
  return type === 'optional' && innerType ? innerType : field
}

/** A list is cut by a value, never by having none; what is no text and no yes or no takes a filter of its own. */
function filterOf(key: string, field: Schema): z.ZodMiniOptional {
  const inner = innerOf(field)
  const { type } = inner._zod.def
  if (!['string', 'enum', 'boolean'].includes(type)) throw new Error(`a list is not cut by ${key} as it is: that is of ${type}`)
  return z.optional(type === 'boolean' ? queryFlag() : inner)
}

function revealOf<const F extends readonly [string, ...string[]]>(entity: string, path: string, fields: F, kept: Shape) {
  const [permission = null] = fields.map((field) => maskOf(kept[field] as Schema)?.single ?? null)
  if (permission === null) throw new Error(`${entity} reveals ${fields.join(', ')}, which no permission reveals one at a time`)
  return revealing(entity, path, fields, permission)
}

/** What can be changed of an example: not what only a creation takes. */
function withoutOnce(one: RecordExamples['one'] | undefined, once: Shape): RecordExamples['one'] | undefined {
  return one && Object.fromEntries(Object.entries(one).filter(([key]) => !(key in once)))
}

function kebab(act: string): string {
  return act.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
