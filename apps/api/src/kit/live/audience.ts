import { createHash } from 'node:crypto'
import { type ChannelScope, OrderNotification, type Permission, StaffMessage } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { SequencedEvent } from '../record/outbox-sequence.ts'

/** What decides who hears of a thing. */
export type Told = Pick<SequencedEvent, 'permission' | 'branch_id' | 'store_id'> & Partial<Pick<SequencedEvent, 'staff_id' | 'moves_minor'>>
/** The part of an actor that decides what it hears. */
export type Audience = Pick<Actor, 'id' | 'isAdmin' | 'grants' | 'limits' | 'scope'>

/** As a fact's branch: only those who reach everything may hear of it. */
export const wholeInstallation = '00000000-0000-0000-0000-000000000000'

/** Whether this actor may hear of what is nobody's own: holds the permission, for as much as it moves, within a scope that reaches its branch or store (neither = everywhere). */
export function mayHear({ isAdmin, grants, limits, scope }: Audience, told: Told): boolean {
  if (!isAdmin && !grants.has(told.permission as Permission | ChannelScope) && !(told.permission === 'signed-in' && isStaff(scope)))
    return false
  const limit = isAdmin ? undefined : limits.get(told.permission as Permission)
  if (limit !== undefined && limit < (told.moves_minor ?? 0)) return false
  if (scope.kind === 'all' || (told.branch_id === null && told.store_id === null)) return true
  const place = scope.kind === 'branch' ? told.branch_id : told.store_id
  return place !== null && scope.ids.includes(place)
}

/** The same rule as a condition on the table `event`; what is one person's alone is heard by that person, and what is somebody's own doing not by them. */
export function heardBy(audience: Audience): Expression<SqlBool> {
  return sql<SqlBool>`case when event.staff_id is null then ${heardByAll(audience)} else event.staff_id = ${audience.id} end
    and not coalesce(${audience.id} = any(event.but_staff_ids), false)`
}

function heardByAll({ isAdmin, grants, limits, scope }: Audience): Expression<SqlBool> {
  const heard = isStaff(scope) ? [...grants, 'signed-in'] : [...grants]
  const limit = sql`(${JSON.stringify(Object.fromEntries(limits))}::jsonb ->> event.permission)::bigint`
  const permitted = isAdmin
    ? sql<SqlBool>`true`
    : sql<SqlBool>`event.permission = any(${heard}::text[]) and coalesce(${limit} >= event.moves_minor, true)`
  if (scope.kind === 'all') return permitted
  const place = sql.ref(scope.kind === 'branch' ? 'event.branch_id' : 'event.store_id')
  return sql<SqlBool>`${permitted} and ((event.branch_id is null and event.store_id is null) or ${place} = any(${[...scope.ids]}::uuid[]))`
}

/** The room of one person, on every device where they are. */
export function roomOfPerson(id: string): string {
  return `person:${id}`
}

function isStaff({ kind }: Audience['scope']): boolean {
  return kind !== 'channel'
}

/** What somebody sees, by a name that is the same for all who see the same: a role and a scope, in practice. */
export function reachOf({ isAdmin, grants, scope }: Omit<Audience, 'id' | 'limits'>): string {
  return nameOf(isAdmin ? ['admin'] : [...grants], scope)
}

/** A room's name, the same for all who hear the same: whose limits differ hear of other amounts. */
export function roomOf({ isAdmin, grants, limits, scope }: Omit<Audience, 'id'>): string {
  return nameOf(isAdmin ? ['admin'] : [...grants, ...[...limits].map((limit) => limit.join(' '))], scope)
}

function nameOf(heard: string[], scope: Audience['scope']): string {
  const place = scope.kind === 'all' ? ['all'] : [scope.kind, ...[...scope.ids].sort()]
  return `audience:${createHash('sha256')
    .update(JSON.stringify([heard.sort(), place]))
    .digest('base64url')}`
}

/** An event as `changed` tells it. */
export function changedOf(event: SequencedEvent) {
  const { sequence, entity, entity_id: id, version, action, actor_name: by, at } = event
  return { sequence, entity, id, version, action, by, at }
}

/** An event's payload as `orderNot_1` carries it; throws on a malformed one. */
export function notificationOf(event: SequencedEvent): OrderNotification {
  return OrderNotification.parse({ ...(event.payload as object), sequence: event.sequence })
}

/** An event's payload as `message` carries it; throws on a malformed one. */
export function messageOf(event: SequencedEvent): StaffMessage {
  return StaffMessage.parse({ ...(event.payload as object), sequence: event.sequence })
}
