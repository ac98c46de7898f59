import type { Permission } from '@larder/contract'
import type { Services } from '../context.ts'

const keepMs = 10_000
interface Known {
  names: string[]
  until: number
}

const known = new WeakMap<Services, Map<Permission, Known>>()

/** Names of the roles that can grant a permission: they hold it and may change other people's access, or roles. Kept for 10 s. */
export async function rolesThatGrant(services: Services, permission: Permission): Promise<string[]> {
  const kept = known.get(services) ?? new Map<Permission, Known>()
  known.set(services, kept)
  const now = services.clock.ms()
  const before = kept.get(permission)
  if (before && before.until > now) return before.names
  const names = await findRolesThatGrant(services, permission)
  kept.set(permission, { names, until: now + keepMs })
  return names
}

async function findRolesThatGrant({ db }: Services, permission: Permission): Promise<string[]> {
  const rows = await db
    .selectFrom('role')
    .select('role.name')
    .where((eb) => {
      const holds = (wanted: Permission) =>
        eb.exists(
          eb
            .selectFrom('role_grant')
            .select('role_id')
            .whereRef('role_grant.role_id', '=', 'role.id')
            .where('role_grant.permission', '=', wanted),
        )
      return eb.or([eb('role.is_admin', '=', true), eb.and([holds(permission), eb.or([holds('staff.edit'), holds('role.edit')])])])
    })
    .orderBy('role.sort')
    .orderBy('role.name')
    .execute()
  return rows.map(({ name }) => name)
}
