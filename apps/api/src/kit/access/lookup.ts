import { type ChannelKind, type ChannelReach, type ChannelScope, type Permission, proofMinutes, type ScopeKind } from '@larder/contract'
import { sql } from 'kysely'
import type { Actor, Scope } from '../actor.ts'
import type { Known, Services } from '../context.ts'
import { readSetting } from '../settings.ts'
import { type Powers, whatBothMay, whereBothReach } from './both.ts'
import { hasSecondFactor, needsSecondFactor } from './second-factor.ts'

interface PersonRow {
  id: string
  name: string
  scope_kind: ScopeKind
  scope_ids: string[]
  access_version: number
  must_change_password: boolean
  has_second_factor: boolean
  role_id: string
  role_key: string
  is_admin: boolean
  team_ids: string[]
  grants: Record<string, number | null> | null
}

interface SessionRow extends PersonRow {
  session_id: string
  is_seen_long_ago: boolean
  ends_in_ms: number
  is_viewing: boolean
  is_proved: boolean
}

const isViewing = sql<boolean>`coalesce(session.viewing_until > now(), false)`

// A view that ends is another life of the session: what was known of it is looked up again, and its sockets come anew.
const endsInMs = sql<number>`(1000 * extract(epoch from least(session.idle_expires_at, session.expires_at, staff.expires_at,
  case when ${isViewing} then session.viewing_until end) - clock_timestamp()))::float8`

const isOpen = sql<boolean>`staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now())`

/** The condition of a live session of a person who may come in, on `session` and `staff`; by the database's clock, so that no node's own can be wrong. */
export const isLive = sql<boolean>`session.revoked_at is null and session.idle_expires_at > now() and session.expires_at > now()
  and ${isOpen}`

const grants = sql`(select json_object_agg(permission, limit_minor) from role_grant where role_id = role.id)`

const power = sql`role.id as role_id, role.key as role_key, role.is_admin, role.team_ids, ${grants} as grants`

// From the primary: a replica may not have heard of a revocation yet.
export async function findStaff(services: Services, tokenHash: Buffer, isAttended: boolean): Promise<Known | null> {
  const { rows } = await sql<SessionRow>`
    select session.id as session_id, session.last_seen_at < now() - interval '1 minute' as is_seen_long_ago, ${isViewing} as is_viewing,
      session.proved_at > now() - make_interval(mins => ${proofMinutes}) as is_proved, staff.id, staff.name,
      staff.scope_kind, staff.scope_ids, staff.access_version, staff.must_change_password, ${hasSecondFactor} as has_second_factor, ${endsInMs} as ends_in_ms, ${power}
    from session join staff on staff.id = session.staff_id join role on role.id = staff.role_id
    where session.token_hash = ${tokenHash} and ${isLive}`.execute(services.writable)
  const row = rows[0]
  if (!row) return null
  if (isAttended && row.is_seen_long_ago) await keepAlive(services, row.session_id)
  const known: Known = {
    actor: { ...(await actorOf(services, row, row.session_id)), isProved: row.is_proved },
    roleId: row.role_id,
    accessVersion: row.access_version,
    endsAt: performance.now() + row.ends_in_ms,
  }
  return row.is_viewing ? seenAsAnother(services, known) : known
}

/** A member of staff as they stand now, signed in or not; null when their account is not open. Units ask it too: it takes no connection of theirs. */
export async function findStaffActor(services: Services, staffId: string): Promise<Actor | null> {
  return (await findPerson(services, staffId))?.actor ?? null
}

/**
 * The same for a run, named by `run`, that asks again and again: remembered as callers are, for a second at most and not beyond a change of
 * what they may do.
 */
export async function rememberedStaffActor(services: Services, staffId: string, run: string): Promise<Actor | null> {
  const known = await services.access.find(`run:${run}`, () => findPerson(services, staffId))
  return known?.actor ?? null
}

async function findPerson(services: Services, staffId: string): Promise<Known | null> {
  const { rows } = await sql<PersonRow & { ends_in_ms: number | null }>`
    select staff.id, staff.name, staff.scope_kind, staff.scope_ids, staff.access_version, staff.must_change_password, ${hasSecondFactor} as has_second_factor, ${power},
      (1000 * extract(epoch from staff.expires_at - clock_timestamp()))::float8 as ends_in_ms
    from staff join role on role.id = staff.role_id where staff.id = ${staffId} and ${isOpen}`.execute(services.db)
  const row = rows[0]
  if (!row) return null
  const endsAt = row.ends_in_ms === null ? Number.POSITIVE_INFINITY : performance.now() + row.ends_in_ms
  return { actor: await actorOf(services, row, null), roleId: row.role_id, accessVersion: row.access_version, endsAt }
}

interface ViewedRow extends Omit<PersonRow, 'id' | 'name' | 'access_version' | 'must_change_password' | 'has_second_factor'> {
  role_name: string
  person: { id: string; name: string } | null
  until: string
}

/** The same session as it sees the product: with what both may do, within what both reach. As itself once the role or the person is gone. */
async function seenAsAnother(services: Services, known: Known): Promise<Known> {
  const { actor } = known
  const { rows } = await sql<ViewedRow>`
    select role.name as role_name, ${power}, session.viewing_until as until, coalesce(person.scope_kind, session.viewing_scope_kind) as scope_kind,
      coalesce(person.scope_ids, session.viewing_scope_ids) as scope_ids,
      case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as person
    from session left join staff as person on person.id = session.viewing_staff_id join role on role.id = coalesce(person.role_id, session.viewing_role_id)
    where session.id = ${actor.sessionId}`.execute(services.writable)
  const viewed = rows[0]
  if (!viewed) return known
  const theirs = powersOf(viewed)
  const { role_id: roleId, role_name: roleName, person, until: endsAt } = viewed
  const seen: Actor = {
    ...actor,
    ...whatBothMay(actor, theirs),
    role: viewed.role_key,
    scope: await whereBothReach(services, actor.scope, theirs.scope),
    viewing: { roleId, roleName, person, endsAt },
  }
  return { ...known, actor: seen, seenAs: { roleId, staffId: person?.id ?? null } }
}

interface KeyRow {
  id: string
  name: string
  kind: ChannelKind
  scopes: ChannelScope[]
  reach: ChannelReach
  place_ids: string[]
  per_minute: number | null
  is_used_long_ago: boolean
  ends_in_ms: number | null
}

/** The channel that a secret opens, its own or for some time the one before; `address` is where it is used from. */
export async function findChannel(services: Services, keyHash: Buffer, address: string | null): Promise<Known | null> {
  const { rows } = await sql<KeyRow>`
    select id, name, kind, scopes, reach, place_ids, per_minute,
      last_used_at is null or last_used_at < now() - interval '1 minute' as is_used_long_ago,
      case when key_hash <> ${keyHash} then (1000 * extract(epoch from former_ends_at - clock_timestamp()))::float8 end as ends_in_ms
    from channel_key
    where revoked_at is null and (key_hash = ${keyHash} or (former_hash = ${keyHash} and former_ends_at > now()))`.execute(
    services.writable,
  )
  const key = rows[0]
  if (!key) return null
  if (key.is_used_long_ago)
    await services.writable
      .updateTable('channel_key')
      .set({ last_used_at: sql`now()`, last_used_from: address })
      .where('id', '=', key.id)
      .execute()
  const actor: Actor = {
    kind: 'channel',
    id: key.id,
    name: key.name,
    role: null,
    isAdmin: false,
    grants: new Set(key.scopes),
    limits: new Map(),
    scope: scopeOf(key),
    channelKind: key.kind,
    ...(key.per_minute !== null && { perMinute: key.per_minute }),
    sessionId: null,
  }
  const endsAt = key.ends_in_ms === null ? Number.POSITIVE_INFINITY : performance.now() + key.ends_in_ms
  return { actor, roleId: null, accessVersion: 0, endsAt }
}

function scopeOf({ id, reach, place_ids }: KeyRow): Scope {
  return reach === 'own' ? { kind: 'channel', ids: [id] } : { kind: reach, ids: place_ids }
}

// At most once a minute a session: a write a request would cost more than it tells.
async function keepAlive(services: Services, sessionId: string): Promise<void> {
  const idleHours = await readSetting(services, 'session.idleHours')
  await sql`update session set last_seen_at = now(), idle_expires_at = least(now() + make_interval(hours => ${idleHours}), expires_at)
    where id = ${sessionId} and revoked_at is null and last_seen_at < now() - interval '1 minute'`.execute(services.writable)
}

async function actorOf(services: Services, row: PersonRow, sessionId: string | null): Promise<Actor> {
  return {
    kind: 'staff',
    id: row.id,
    name: row.name,
    role: row.role_key,
    ...powersOf(row),
    limitsIn: await readSetting(services, 'installation.currency'),
    sessionId,
    mustChangePassword: row.must_change_password,
    mustAddSecondFactor: !row.has_second_factor && (await needsSecondFactor(services, { isAdmin: row.is_admin })),
  }
}

function powersOf(
  row: Pick<PersonRow, 'grants' | 'is_admin' | 'role_id' | 'scope_kind' | 'scope_ids' | 'team_ids'>,
): Powers & Pick<Actor, 'scope'> {
  const granted = Object.entries(row.grants ?? {}) as [Permission, number | null][]
  return {
    isAdmin: row.is_admin,
    grants: new Set(granted.map(([permission]) => permission)),
    limits: new Map(granted.flatMap(([permission, limit]) => (limit === null ? [] : [[permission, limit] as const]))),
    scope: row.scope_kind === 'all' ? { kind: 'all' } : { kind: row.scope_kind, ids: row.scope_ids },
    ...(row.team_ids.length > 0 && { team: [...row.team_ids, row.role_id] }),
  }
}

/** Of these sessions the live ones, with what their person's rights are at now and when they end by time. */
export async function findLiveSessions(
  services: Services,
  sessionIds: string[],
): Promise<Map<string, Pick<Known, 'accessVersion' | 'endsAt'>>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; access_version: number; ends_in_ms: number }>`
    select session.id, staff.access_version, ${endsInMs} as ends_in_ms from session join staff on staff.id = session.staff_id
    where session.id = any(${sessionIds}::uuid[]) and ${isLive}`.execute(services.writable)
  const now = performance.now()
  return new Map(rows.map((row) => [row.id, { accessVersion: row.access_version, endsAt: now + row.ends_in_ms }]))
}
