import type { Grant, Role } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

/** A role with its grants in the order of the permission's name. */
export function roles(db: ReadDatabase) {
  return db
    .selectFrom('role')
    .select((eb) => [
      'role.id',
      'role.key',
      'role.name',
      'role.accounts_path',
      'role.is_admin',
      'role.built_in',
      'role.version',
      sql<number>`(select count(*) from staff where staff.role_id = role.id and staff.status <> 'deactivated')`.as('staff'),
      eb
        .selectFrom('role_grant')
        .whereRef('role_grant.role_id', '=', 'role.id')
        .select(
          sql<
            Grant[]
          >`coalesce(json_agg(json_build_object('permission', permission, 'limitMinor', limit_minor) order by permission), '[]')`.as(
            'grants',
          ),
        )
        .as('grants'),
    ])
    .orderBy('role.sort')
    .orderBy('role.name')
}

export type RoleRow = Awaited<ReturnType<ReturnType<typeof roles>['executeTakeFirstOrThrow']>>

export function presentRole(row: RoleRow): Role {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    accountsPath: row.accounts_path,
    isAdmin: row.is_admin,
    builtIn: row.built_in,
    staff: row.staff,
    grants: row.grants ?? [],
    version: row.version,
  }
}
