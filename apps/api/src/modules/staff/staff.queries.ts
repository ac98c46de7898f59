import type { Grant, ScopeKind, StaffMember, StaffStatus } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { hasSecondFactor } from '#kit/access/second-factor.ts'

interface Place {
  id: string
  name: string
}

const places = sql<Place[]>`(
  select coalesce(json_agg(json_build_object('id', place.id, 'name', place.name) order by place.name), '[]') from (
    select id, name from branch where staff.scope_kind = 'branch' and id = any(staff.scope_ids)
    union all select id, display_name from store where staff.scope_kind = 'store' and id = any(staff.scope_ids)) as place)`

const roleGrants = sql<Grant[]>`(
  select coalesce(json_agg(json_build_object('permission', permission, 'limitMinor', limit_minor) order by permission), '[]')
  from role_grant where role_id = role.id)`

// Sessions that were ended are not looked at: the index knows the others alone.
const lastSeen = sql<
  string | null
>`(select max(last_seen_at) from session where session.staff_id = staff.id and session.revoked_at is null)`

/** Accounts with their role and places. */
export function staffRows(db: ReadDatabase) {
  return db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role_id')
    .select([
      'staff.id',
      'staff.email',
      'staff.name',
      'staff.phone',
      'staff.image_id',
      'staff.scope_kind',
      'staff.scope_ids',
      'staff.status',
      'staff.expires_at',
      'staff.created_at',
      'staff.version',
      'staff.access_version',
      'staff.invite_expires_at',
      sql<boolean>`staff.password_hash is not null`.as('has_password'),
      'role.id as role_id',
      'role.key as role_key',
      'role.name as role_name',
      'role.is_admin as role_is_admin',
      'role.reach as role_reach',
      roleGrants.as('role_grants'),
      places.as('places'),
      lastSeen.as('last_seen_at'),
      hasSecondFactor.as('has_second_factor'),
      sql<number>`(select count(*)::int from passkey where passkey.staff_id = staff.id)`.as('passkeys'),
    ])
}

export type StaffRow = Awaited<ReturnType<ReturnType<typeof staffRows>['executeTakeFirstOrThrow']>>

export function presentStaff(row: StaffRow): Omit<StaffMember, 'allowed'> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    imageId: row.image_id,
    roleId: row.role_id,
    role: { id: row.role_id, key: row.role_key, name: row.role_name },
    scope: { kind: row.scope_kind as ScopeKind, places: row.places },
    status: row.status as StaffStatus,
    lastSeenAt: row.last_seen_at,
    inviteExpiresAt: row.invite_expires_at,
    hasSecondFactor: row.has_second_factor,
    passkeys: row.passkeys,
    limits: row.role_grants.flatMap(({ permission, limitMinor }) => (limitMinor === null ? [] : [{ permission, limitMinor }])),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    version: row.version,
  }
}

/** Of these branches or stores, the ids that exist. */
export async function findPlaces(
  db: ReadDatabase,
  kind: 'branch' | 'store',
  ids: readonly string[],
): Promise<{ id: string; branchId: string }[]> {
  if (kind === 'branch') {
    const rows = await db.selectFrom('branch').select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => ({ id, branchId: id }))
  }
  const rows = await db.selectFrom('store').select(['id', 'branch_id']).where('id', 'in', ids).execute()
  return rows.map(({ id, branch_id: branchId }) => ({ id, branchId }))
}
