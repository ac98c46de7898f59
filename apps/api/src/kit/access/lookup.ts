import type { ChannelKind, ChannelScope, Permission, ScopeKind } from '@larder/contract'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Known, Services } from '../context.ts'
import { readSetting } from '../settings.ts'

interface StaffRow {
  session_id: string
  is_seen_long_ago: boolean
  id: string
  name: string
  scope_kind: ScopeKind
  scope_ids: string[]
  access_version: number
  must_change_password: boolean
  ends_in_ms: number
  role_id: string
  role_key: string
  is_admin: boolean
  grants: Record<string, number | null> | null
}

const endsInMs = sql<number>`(1000 * extract(epoch from least(session.idle_expires_at, session.expires_at, staff.expires_at) - clock_timestamp()))::float8`

const isOpen = sql<boolean>`staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now())`

/** The condition of a live session of a person who may come in, on `session` and `staff`; by the database's clock, so that no node's own can be wrong. */
export const isLive = sql<boolean>`session.revoked_at is null and session.idle_expires_at > now() and session.expires_at > now()
  and ${isOpen}`

const grants = sql`(select json_object_agg(permission, limit_minor) from role_grant where role_id = role.id)`

// From the primary: a replica may not have heard of a revocation yet.
export async function findStaff(services: Services, tokenHash: Buffer): Promise<Known | null> {
  const { rows } = await sql<StaffRow>`
    select session.id as session_id, session.last_seen_at < now() - interval '1 minute' as is_seen_long_ago, staff.id, staff.name, staff.scope_kind,
      staff.scope_ids, staff.access_version, staff.must_change_password, ${endsInMs} as ends_in_ms, role.id as role_id, role.key as role_key, role.is_admin,
      ${grants} as grants
    from session join staff on staff.id = session.staff_id join role on role.id = staff.role_id
    where session.token_hash = ${tokenHash} and ${isLive}`.execute(services.writable)
  const row = rows[0]
  if (!row) return null
  if (row.is_seen_long_ago) await keepAlive(services, row.session_id)
  return { actor: actorOf(row), roleId: row.role_id, accessVersion: row.access_version, endsAt: performance.now() + row.ends_in_ms }
}

/** A member of staff as they stand now, signed in or not; null when their account is not open. */
export async function findStaffActor(services: Services, staffId: string): Promise<Actor | null> {
  const { rows } = await sql<Omit<StaffRow, 'session_id' | 'is_seen_long_ago' | 'ends_in_ms'>>`
    select staff.id, staff.name, staff.scope_kind, staff.scope_ids, staff.access_version, staff.must_change_password, role.id as role_id,
      role.key as role_key, role.is_admin, ${grants} as grants
    from staff join role on role.id = staff.role_id where staff.id = ${staffId} and ${isOpen}`.execute(services.writable)
  return rows[0] ? actorOf({ ...rows[0], session_id: null }) : null
}

export async function findChannel(services: Services, keyHash: Buffer): Promise<Known | null> {
  const key = await services.writable
    .selectFrom('channel_key')
    .select([
      'id',
      'name',
      'kind',
      'scopes',
      sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`.as('is_used_long_ago'),
    ])
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!key) return null
  if (key.is_used_long_ago)
    await services.writable.updateTable('channel_key').set({ last_used_at: sql`now()` }).where('id', '=', key.id).execute()
  const actor: Actor = {
    kind: 'channel',
    id: key.id,
    name: key.name,
    role: null,
    isAdmin: false,
    grants: new Set(key.scopes as ChannelScope[]),
    limits: new Map(),
    scope: { kind: 'channel', ids: [key.id] },
    channelKind: key.kind as ChannelKind,
    sessionId: null,
  }
  return { actor, roleId: null, accessVersion: 0, endsAt: Number.POSITIVE_INFINITY }
}

// At most once a minute a session: a write a request would cost more than it tells.
async function keepAlive(services: Services, sessionId: string): Promise<void> {
  const idleHours = await readSetting(services, 'session.idleHours')
  await sql`update session set last_seen_at = now(), idle_expires_at = least(now() + make_interval(hours => ${idleHours}), expires_at)
    where id = ${sessionId} and revoked_at is null and last_seen_at < now() - interval '1 minute'`.execute(services.writable)
}

function actorOf(row: Omit<StaffRow, 'session_id' | 'is_seen_long_ago' | 'ends_in_ms'> & { session_id: string | null }): Actor {
  const granted = Object.entries(row.grants ?? {}) as [Permission, number | null][]
  return {
    kind: 'staff',
    id: row.id,
    name: row.name,
    role: row.role_key,
    isAdmin: row.is_admin,
    grants: new Set(granted.map(([permission]) => permission)),
    limits: new Map(granted.flatMap(([permission, limit]) => (limit === null ? [] : [[permission, limit] as const]))),
    scope: row.scope_kind === 'all' ? { kind: 'all' } : { kind: row.scope_kind, ids: row.scope_ids },
    sessionId: row.session_id,
    mustChangePassword: row.must_change_password,
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
