import { newId, type Permission, type PermissionResource, permissions } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type BuiltInRole, builtInRoles, letters } from './built-in-roles.ts'

/** The permissions that a row of the table gives; throws on a letter that the resource does not have. */
export function grantsOf({ key, may }: BuiltInRole): Permission[] {
  const known = new Set<string>(permissions)
  return (Object.entries(may) as [PermissionResource, string][]).flatMap(([resource, given]) =>
    [...given].map((letter) => {
      const permission = `${resource}.${letters[letter]}`
      if (!known.has(permission)) throw new Error(`${key}: there is no permission ${permission}`)
      return permission as Permission
    }),
  )
}

/** Brings the built-in roles to what this version says they are. Changes nothing when they already are; safe from several processes at once. */
export async function installBuiltInRoles(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('install_built_in_roles'))`.execute(transaction)
    for (const [sort, role] of builtInRoles.entries()) {
      const { name, reach, accountsPath: accounts_path, isAdmin: is_admin = false } = role
      const facts = { name, reach, accounts_path, is_admin, built_in: true, sort }
      const { id } = await transaction
        .insertInto('role')
        .values({ id: newId(), key: role.key, ...facts })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(facts))
        .returning('id')
        .executeTakeFirstOrThrow()
      const grants = grantsOf(role)
      await transaction
        .deleteFrom('role_grant')
        .where('role_id', '=', id)
        .where(sql<boolean>`permission <> all(${grants}::text[])`)
        .execute()
      if (grants.length === 0) continue
      await transaction
        .insertInto('role_grant')
        .values(grants.map((permission) => ({ role_id: id, permission, limit_minor: role.limits?.[permission] ?? null })))
        .onConflict((conflict) =>
          conflict
            .columns(['role_id', 'permission'])
            .doUpdateSet((excluded) => ({ limit_minor: excluded.ref('excluded.limit_minor') }))
            .where(sql<boolean>`role_grant.limit_minor is distinct from excluded.limit_minor`),
        )
        .execute()
    }
    for (const { key, team = [] } of builtInRoles)
      await sql`update role set team_ids = led.ids from (select coalesce(array_agg(id order by sort), '{}') as ids from role where key = any(${team}::text[])) as led
        where key = ${key} and team_ids <> led.ids`.execute(transaction)
  })
}
