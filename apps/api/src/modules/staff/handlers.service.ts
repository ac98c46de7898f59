import type { Permission } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

/** Who may take over what another handles: their account and what it is called. */
export interface Handler {
  id: string
  name: string
  roleName: string
}

/** What makes somebody one who handles it, and the places that they have to reach. */
interface Handled {
  permission: Permission
  branches: readonly string[]
  stores: readonly string[]
}

const mostHandlers = 50

/** Who has this permission, is not `exceptId` and reaches all of these branches and stores; who was here last comes first. */
export async function findHandlers(
  db: ReadDatabase,
  exceptId: string,
  { permission, branches, stores }: Handled,
  and: RawBuilder<unknown>,
): Promise<Handler[]> {
  const { rows } = await sql<Handler>`
    select staff.id, staff.name, role.name as "roleName" from staff join role on role.id = staff.role_id
    where staff.id <> ${exceptId} and staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now())
      and (role.is_admin or exists (select from role_grant where role_id = role.id and permission = ${permission}))
      and case staff.scope_kind when 'branch' then ${branches}::uuid[] <@ staff.scope_ids when 'store' then ${stores}::uuid[] <@ staff.scope_ids else true end
      and ${and}
    order by (select max(last_seen_at) from session where session.staff_id = staff.id and session.revoked_at is null) desc nulls last, staff.name
    limit ${mostHandlers}`.execute(db)
  return rows
}
