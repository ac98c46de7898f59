import type * as z from 'zod/mini'
import type { ChannelParty, ChannelScope } from './channel-access.ts'
import type { Permission } from './permissions.ts'
import type { Money } from './values/money.ts'

/** A zod schema of either flavour; the contract itself is written in `zod/mini`. */
export type Schema<Out = unknown> = z.core.$ZodType<Out>

/** The largest body that is read unless an endpoint declares another, in bytes. */
export const defaultMaxBytes = 256 * 1024

/** Who may call: a permission of the closed list, a channel key's scope, or one of two explicit words. */
export type Access = Permission | ChannelScope | 'signed-in' | 'public'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Minutes for which a proof of who one is suffices for what asks for a recent one. */
export const proofMinutes = 10

/** Who may call: below `/channel` a scope together with the parties that a key must speak for, one of them. */
type Callers =
  | { permission: ChannelScope; parties: readonly [ChannelParty, ...ChannelParty[]] }
  | { permission: Exclude<Access, ChannelScope>; parties?: never }

/** One change as a rule of approval looks at it: sides are whole rows or the changed fields, as the record keeps them. */
export interface JudgedChange {
  id: string
  before: unknown
  after: unknown
  /** Who asks for it. */
  actor: {
    id: string
    role: string | null
    isAdmin: boolean
  }
  /** The value of a setting as it is now, by its key. */
  setting: (key: string) => unknown
}

/** Declares when a change needs another person. */
export interface ApprovalRule {
  /** What it takes to approve it. */
  by: Permission
  /** Only whoever reaches the whole installation may approve it, wherever the record belongs. */
  everywhere?: true
  /** Pure: what is asked for, in words ("Change the currency"); null where it needs nobody. */
  needs: (change: JudgedChange) => string | null
  /** What comes of it, in a sentence or two, where the fields that change say too little. */
  effect?: string
  /**
   * It needs nobody where what it `moves`, with what was moved alone `before` (minor units), is within the limit of whoever asks; beyond it the
   * sum is told, with what it is for.
   */
  within?: {
    limit: Permission
    before: (change: Pick<JudgedChange, 'before' | 'after'>) => number
    countedFor?: (change: Pick<JudgedChange, 'before' | 'after'>) => string
  }
  /**
   * What it moves: whoever approves it has no lower limit, and what is carried out moves what the request told. Of a rule without it limits say
   * nothing.
   */
  moves?: (change: Pick<JudgedChange, 'before' | 'after'>) => Money
  /**
   * What the limit of whoever approves it is held against, with what they approved of it before: `order:…` ever, anything else within a day.
   * Without it the record that the request is of.
   */
  countsFor?: (change: Pick<JudgedChange, 'before' | 'after'>) => string
  /** Other records that decide what it comes to: what was asked for is overtaken once one of them was changed. */
  hangsOn?: (change: Pick<JudgedChange, 'id' | 'before' | 'after'>) => readonly { entity: string; id: string }[]
  /** Of a creation: the record that its request is of, as what is asked for is not there yet, with what of the new one it tells. */
  asks?: (made: unknown) => { entity: string; id: string; told: Record<string, unknown> }
}

/** What is declared of one endpoint. Shapes are optional; access and response are not. */
export type EndpointShape = Callers & EndpointFacts

interface EndpointFacts {
  params?: Schema
  query?: Schema
  /** JSON, or with `fileOf` a file as it is. */
  body?: Schema
  /** JSON, or with `fileOf` a file as it is. */
  response: Schema
  /** Entities besides its own that a successful write may change; the web refreshes what it holds of them. */
  alsoChanges?: readonly string[]
  /** Whose record or lists a read shows where those are not of its own entity: its id, if it takes one, is one of that. */
  shows?: string
  /** Entities besides that of which a read tells something; the web reads it again when one of them changes. */
  alsoShows?: readonly string[]
  /** Seconds after which whoever shows it asks for it again: its answer turns with the clock alone (a store opens, a promise passes), and nobody tells of that. */
  turnsWithin?: number
  /** A read of much that changes nothing: a replica may answer it, once that has all that was committed when it was asked for. */
  fromReplica?: boolean
  /** A list in which people are searched, by name or address: what is typed there stands in no address of a page (0216). */
  searchesPeople?: true
  /** Its answer has a tag (`ETag`): whoever sends that of what they have is told that it is still so (304), without it. */
  tagged?: true
  /** Its query or body names a record that has to be there, within the caller's reach: 404 else. */
  seeks?: true
  /** A write that can be repeated safely with an `Idempotency-Key`; on by default for POST. */
  idempotent?: boolean
  /** Requests a minute for one caller before 429; the default is the configuration's. */
  perMinute?: number
  /** The largest body in bytes; `defaultMaxBytes` where nothing is said. */
  maxBytes?: number
  /** Writes all rows of its contract's list to a file, as a task (`exportOf`); the kit handles it. */
  exports?: true
  each?: string
  /** Adds and changes what a file says, as a task (`importsOf`); `resource` handles it. */
  imports?: true
  /** Does an act of its contract with all rows of its list that match, as a task (`overMany`); the kit handles it. */
  overMany?: { act: string; title(body: never): string }
  /** A write that is not a fact of the record (sign-in, acknowledgement): it needs no audit entry. */
  unaudited?: boolean
  /** A write after which nothing on a screen is old: it leaves its audit entry and no event. */
  unheard?: boolean
  /**
   * A list of its body whose rows are answered one by one, each known by one of its fields: what is wrong with the form of a row does not refuse the
   * others. The handler has of such a row that field alone, and what is wrong with it in `illFormed`.
   */
  rowByRow?: { list: string; key: string }
  /** Headers in which its sender signs what it sends, by the sender: the handler finds the signature in its context. */
  signedIn?: Readonly<Record<string, string>>
  /** A write of several records at once: each has its entry and its event, tied by one id. */
  changesSeveral?: boolean
  /** When another person has to approve what it changes, before anything is written. */
  approval?: ApprovalRule
  /** A person who signed in, or proved who they are, more than `proofMinutes` ago is asked again first (`proof-needed`). */
  proof?: 'recent'
  /** Open to somebody whose password is still a temporary one; everything else is refused to them. */
  beforePasswordChange?: boolean
  /** Open to somebody who has to set up two-step sign-in, as what is open to a temporary password is; everything else is refused to them. */
  beforeSecondFactor?: boolean
  /** Open to somebody who sees the product as another: every other write is refused to them. */
  whileViewing?: boolean
  /** What an example of it has where the names of its fields do not decide: the API's description tells it, the sweeps send it. */
  example?: Example
  summary: string
}

/** Values by field of each part. */
export type Example = { readonly [Part in 'params' | 'query' | 'body']?: Readonly<Record<string, unknown>> }

export interface Endpoint<S extends EndpointShape = EndpointShape> {
  readonly method: Method
  /** Below `/api`, with `:name` for parameters. */
  readonly path: string
  readonly shape: S
}

export interface NamedEndpoint<S extends EndpointShape = EndpointShape> extends Endpoint<S> {
  /** `order.accept`: entity and key, unique in the whole contract. */
  readonly name: string
  readonly entity: string
}

/** The endpoints of one entity, keyed by verb. */
export type Contract<T extends Record<string, Endpoint> = Record<string, Endpoint>> = {
  readonly [K in keyof T]: T[K] extends Endpoint<infer S> ? NamedEndpoint<S> : never
}

type InputPart<S, K extends 'params' | 'query' | 'body'> = S extends { [P in K]: infer T extends Schema }
  ? { [P in K]: z.core.input<T> }
  : unknown
type ParsedPart<S, K extends 'params' | 'query' | 'body'> = S extends { [P in K]: infer T extends Schema }
  ? { [P in K]: z.core.output<T> }
  : unknown
type ShapeOf<E> = E extends Endpoint<infer S> ? S : never

/** What a caller sends: `{ params, query, body }`, each only where declared. */
export type Input<E extends Endpoint> = InputPart<ShapeOf<E>, 'params'> & InputPart<ShapeOf<E>, 'query'> & InputPart<ShapeOf<E>, 'body'>
/** What is wrong with rows that are answered one by one, by their place and then by field. */
export type IllFormed = Readonly<Record<number, Readonly<Record<string, string>>>>
type RowByRow<S> = S extends { rowByRow: object } ? { illFormed: IllFormed } : unknown
/** What a handler receives once the input is parsed. */
export type Parsed<E extends Endpoint> = ParsedPart<ShapeOf<E>, 'params'> &
  ParsedPart<ShapeOf<E>, 'query'> &
  ParsedPart<ShapeOf<E>, 'body'> &
  RowByRow<ShapeOf<E>>
/** What a caller gets back on success. */
export type Output<E extends Endpoint> = z.core.output<ShapeOf<E>['response']>

const verb =
  (method: Method) =>
  <const S extends EndpointShape>(path: string, shape: S): Endpoint<S> => ({ method, path, shape })

export const get = /* @__PURE__ */ verb('GET')
export const post = /* @__PURE__ */ verb('POST')
export const patch = /* @__PURE__ */ verb('PATCH')
export const del = /* @__PURE__ */ verb('DELETE')

/** Names a set of endpoints after their entity. Pure: importing a contract registers nothing. */
export function contract<const T extends Record<string, Endpoint>>(entity: string, endpoints: T): Contract<T> {
  const named = Object.entries(endpoints).map(([key, endpoint]) => [key, { ...endpoint, entity, name: `${entity}.${key}` }])
  return Object.fromEntries(named) as Contract<T>
}
