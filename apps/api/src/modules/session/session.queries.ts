import { chosenPreferences, type Me, type Permission, permissions, type ScopeKind } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { hasSecondFactor } from '#kit/access/second-factor.ts'

/** What signing in looks at. From the primary: a suspension must hold at once. */
export async function findAccount(db: ReadDatabase, email: string) {
  const { rows } = await sql<{ id: string; password_hash: string | null; is_open: boolean; status: string; has_second_factor: boolean }>`
    select id, password_hash, status, ${hasSecondFactor} as has_second_factor, status = 'active' and (expires_at is null or expires_at > now()) as is_open
    from staff where lower(email) = ${email}`.execute(db)
  return rows[0] ?? null
}

/** What signing in by a passkey looks at besides. */
export async function findAccountById(db: ReadDatabase, staffId: string) {
  const { rows } = await sql<{ email: string; is_open: boolean; status: string }>`
    select email, status, status = 'active' and (expires_at is null or expires_at > now()) as is_open from staff where id = ${staffId}`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw new Error(`there is no account ${staffId}`)
  return row
}

/** The part of `me` that is the person's own. */
export type SignedInPerson = Omit<Me, 'installation' | 'viewing' | 'sequence' | 'accounts' | 'mustAddSecondFactor'> & {
  hasSecondFactor: boolean
}

interface PersonRow {
  id: string
  name: string
  email: string
  phone: string | null
  image_id: string | null
  scope_kind: ScopeKind
  scope_ids: string[]
  role_key: string
  role_name: string
  is_admin: boolean
  preferences: unknown
  must_change_password: boolean
  has_second_factor: boolean
  grants: { permission: Permission; limit: number | null }[]
  places: { id: string; name: string }[]
}

/** A person with their role's rights, as the screens need them. */
export async function findPerson(db: ReadDatabase, staffId: string): Promise<SignedInPerson> {
  const { rows } = await sql<PersonRow>`
    select staff.id, staff.name, staff.email, staff.phone, staff.image_id, staff.scope_kind, staff.scope_ids, staff.must_change_password, ${hasSecondFactor} as has_second_factor, role.key as role_key, role.name as role_name, role.is_admin,
      (select chosen from preference where staff_id = staff.id) as preferences,
      (select coalesce(json_agg(json_build_object('permission', permission, 'limit', limit_minor) order by permission), '[]')
        from role_grant where role_id = role.id) as grants,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') from (
        select id, name from branch where staff.scope_kind = 'branch' and id = any(staff.scope_ids)
        union all select id, display_name from store where staff.scope_kind = 'store' and id = any(staff.scope_ids)) as place) as places
    from staff join role on role.id = staff.role_id where staff.id = ${staffId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`there is no account ${staffId}`)
  return presentPerson(row)
}

function presentPerson(row: PersonRow): SignedInPerson {
  const { id, name, email, phone, image_id: imageId } = row
  return {
    status: true,
    isAdmin: row.is_admin,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    role: row.role_key,
    roleName: row.role_name,
    person: { id, name, email, phone, imageId },
    preferences: chosenPreferences(row.preferences),
    permissions: row.is_admin ? [...permissions] : row.grants.map(({ permission }) => permission),
    limits: row.is_admin
      ? {}
      : Object.fromEntries(row.grants.flatMap(({ permission, limit }) => (limit === null ? [] : [[permission, limit]]))),
    scope: { kind: row.scope_kind, ids: row.scope_ids },
    places: row.places,
  }
}

/** Branches and stores by name, of these ids. */
export async function listPlaces(db: ReadDatabase, ids: readonly string[]): Promise<SignedInPerson['places']> {
  const { rows } = await sql<SignedInPerson['places'][number]>`
    select id, name from branch where id = any(${ids}::uuid[]) union all select id, display_name from store where id = any(${ids}::uuid[]) order by name`.execute(
    db,
  )
  return rows
}
