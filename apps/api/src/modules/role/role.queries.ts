import type { Grant, GrantConflict, Role, ScopeKind } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

const grants = sql<Grant[]>`(
  select coalesce(json_agg(json_build_object('permission', permission, 'limitMinor', limit_minor) order by permission collate "C"), '[]')
  from role_grant where role_id = role.id)`

const team = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', led.id, 'name', led.name) order by led.sort, led.name), '[]')
  from role as led where led.id = any(role.team_ids))`

/** Roles with what they may do and who has them; `holders` counts closed accounts too, `leads` names the roles that have them in their team. */
export function roleRows(db: ReadDatabase) {
  return db
    .selectFrom('role')
    .selectAll('role')
    .select([
      grants.as('grants'),
      team.as('team'),
      sql<number>`(select count(*)::int from staff where staff.role_id = role.id and staff.status <> 'deactivated')`.as('staff'),
      sql<number>`(select count(*)::int from staff where staff.role_id = role.id)`.as('holders'),
      sql<string | null>`(select string_agg(lead.name, ', ' order by lead.name) from role as lead where role.id = any(lead.team_ids))`.as(
        'leads',
      ),
    ])
}

export type RoleRow = Awaited<ReturnType<ReturnType<typeof roleRows>['executeTakeFirstOrThrow']>>

export function presentRole(row: RoleRow): Omit<Role, 'allowed'> {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    accountsPath: row.accounts_path,
    sort: row.sort,
    isAdmin: row.is_admin,
    builtIn: row.built_in,
    reach: row.reach as ScopeKind,
    teamIds: row.team_ids,
    team: row.team,
    grants: row.grants,
    acknowledged: row.acknowledged as GrantConflict[],
    staff: row.staff,
    createdAt: row.created_at,
    version: row.version,
  }
}
