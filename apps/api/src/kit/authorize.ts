import {
  type Access,
  accessOf,
  type ChannelParty,
  type ChannelScope,
  channelKinds,
  describePermission,
  type NamedEndpoint,
  type Permission,
} from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'

/** Where a query keeps the branch, the store and the channel of its rows, as `table.column`. */
export interface ScopeColumns {
  branch?: string
  store?: string
  /** `all`: rows of the marketplace, which whoever is bound to what came in by their key has before them. */
  channel?: string
  /** What of its rows concerns riders: a key that speaks for them alone has no others. */
  riders?: Expression<SqlBool>
  /** What of its rows others than customers have: a key that speaks for no customer gets no others. */
  unlessCustomers?: Expression<SqlBool>
}

export type Who = Actor | Pick<Context, 'actor'>

const actorOf = (who: Who): Actor => ('actor' in who ? who.actor : who)

/** Whether the actor holds the permission at all; says nothing of scope. */
export function can(who: Who, permission: Permission | ChannelScope): boolean {
  const actor = actorOf(who)
  return actor.isAdmin || actor.grants.has(permission)
}

type Given = Exclude<Access, 'public' | 'signed-in'>

/** The first of what it takes to call an endpoint that the actor lacks; undefined where they lack nothing. */
export function lackedFor(who: Who, endpoint: NamedEndpoint): Given | undefined {
  return accessOf(endpoint).find((access): access is Given => access !== 'public' && access !== 'signed-in' && !can(who, access))
}

/** Whether the actor sees a masked field whole; what `reveal` says of nobody is seen whole by nobody. */
export function seesWhole(who: Who, reveal: Permission | null): boolean {
  return reveal !== null && can(who, reveal)
}

/** Goes on only if the actor holds the permission; else not-permitted (401), naming it and who can grant it. */
export function allow(who: Who, permission: Permission): void {
  if (!can(who, permission)) notPermitted(permission)
}

/** Always throws not-permitted (401). The error handler adds which roles can grant the permission. */
export function notPermitted(permission: Permission): never {
  throw new Refusal('not-permitted', {
    reason: 'missing-permission',
    message: `You may not ${describePermission(permission)} (${permission}).`,
    fields: { permission },
    permission,
  })
}

/** Whether the channel's key was made to speak for one of these parties. */
export function speaksFor(who: Who, parties: readonly ChannelParty[]): boolean {
  const { channelKind } = actorOf(who)
  const own: readonly ChannelParty[] = channelKind ? channelKinds[channelKind] : []
  return parties.some((party) => own.includes(party))
}

/** Goes on only if the channel's key was made to speak for one of these parties; else not-permitted (401), naming them. */
export function speakAs(who: Who, ...parties: readonly ChannelParty[]): void {
  if (speaksFor(who, parties)) return
  throw new Refusal('not-permitted', {
    reason: 'wrong-party',
    message: `This key was not made to speak for a ${parties.join(' or a ')}.`,
    fields: { as: parties.join(', ') },
  })
}

export const passwordChangeRequired = 'password-change-required'

/** Goes on unless the actor's password is a temporary one; else refused (409), with what to do. */
export function allowOwnPassword(who: Who): void {
  if (!actorOf(who).mustChangePassword) return
  throw new Refusal('refused', {
    reason: passwordChangeRequired,
    message: 'Choose a new password first: the temporary one works only once.',
  })
}

export const secondFactorRequired = 'second-factor-required'

/** Goes on unless the actor has to set up two-step sign-in; else refused (409), with what to do. */
export function allowSecondFactor(who: Who): void {
  if (!actorOf(who).mustAddSecondFactor) return
  throw new Refusal('refused', {
    reason: secondFactorRequired,
    message: 'Set up two-step sign-in first: it is required of you here.',
  })
}

/**
 * The most that one act may move, in minor units of a currency; null where there is no limit. A limit is an amount of the installation's currency:
 * of another one it lets through nothing.
 */
export function limitOf(who: Who, permission: Permission, currency: string): number | null {
  const { isAdmin, limits, limitsIn } = actorOf(who)
  const limit = isAdmin ? undefined : limits.get(permission)
  if (limit === undefined) return null
  return currency === limitsIn ? limit : 0
}

/**
 * The where-fragment of an actor's scope. A scope that these rows can't express lets nothing through. `inWords`: each scope has a plan of its
 * own, for where it depends on how much there is in it.
 */
export function withinScope(who: Who, columns: ScopeColumns, { inWords = false } = {}): Expression<SqlBool> {
  const { scope } = actorOf(who)
  if (scope.kind === 'all') return sql<SqlBool>`true`
  const column = columns[scope.kind]
  if (!column) return sql<SqlBool>`false`
  const ids = inWords ? sql.lit(`{${[...scope.ids].join()}}`) : sql`${[...scope.ids]}`
  const reached = column === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
  const cuts = [
    columns.riders && isRidersAlone(who) && columns.riders,
    columns.unlessCustomers && isForOthers(who) && columns.unlessCustomers,
  ]
  const kept = cuts.filter((cut): cut is Expression<SqlBool> => Boolean(cut))
  return kept.length > 0 ? sql<SqlBool>`(${sql.join([reached, ...kept], sql` and `)})` : reached
}

function isForOthers(who: Who): boolean {
  return actorOf(who).kind === 'channel' && !speaksFor(who, ['customer'])
}

function isRidersAlone(who: Who): boolean {
  return speaksFor(who, ['rider']) && !speaksFor(who, ['customer', 'store'])
}

interface Filterable {
  where(expression: Expression<SqlBool>): unknown
}

/** The query cut to the actor's scope; for lists, gets, writes, exports and counts alike. */
export function inScope<Q extends Filterable>(who: Who, query: Q, columns: ScopeColumns): Q {
  return actorOf(who).scope.kind === 'all' ? query : (query.where(withinScope(who, columns)) as Q)
}

/** Why this person may not change what holds for everybody; null when they reach the whole installation. `what`: "Roles hold". */
export function whyNotEverywhere({ scope }: Pick<Actor, 'scope'>, what: string): string | null {
  return scope.kind === 'all' ? null : `${what} in the whole installation: somebody who reaches all of it has to do this.`
}
