import type { Permission } from '@larder/contract'
import type { Services } from './context.ts'

const keepMs = 10_000
const known = new WeakMap<Services, Map<Permission, { names: string[]; until: number }>>()

/** Names of the roles that can grant a permission: they hold it and may change other people's access. Kept for 10 s. */
export async function rolesThatGrant(services: Services, permission: Permission): Promise<string[]> {
  const kept = known.get(services) ?? new Map<Permission, { names: string[]; until: number }>()
  known.set(services, kept)
  const now = services.clock.ms()
  const before = kept.get(permission)
  if (before && before.until > now) return before.names
  const names = await findRolesThatGrant(services, permission)
  kept.set(permission, { names, until: now + keepMs })
  return names
}

async function findRolesThatGrant({ db }: Services, permission: Permission): Promise<string[]> {
  const holds = (wanted: Permission) =>
    db
      .selectFrom('role_grant')
      .select('role_id')
      .whereRef('role_grant.role_id', '=', 'role.id' as never)
      .where('permission', '=', wanted)
  const rows = await db
    .selectFrom('role')
    .select('name')
    .where(({ or, and, exists }) => or([{ is_admin: true } as never, and([exists(holds(permission)), exists(holds('staff.edit'))])]))
    .orderBy('sort')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
