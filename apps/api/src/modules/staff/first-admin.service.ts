import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import { lockAdmins } from './staff.admins.ts'
import { createStaff, type NewStaff } from './staff.install.ts'

/** Whether there was ever an administrator, whatever became of the account: what lets in the first one lets in nobody after that. */
export async function hasAdmin(db: ReadDatabase): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from staff join role on role.id = staff.role_id where role.is_admin) as is_there`.execute(db)
  return rows[0]?.is_there ?? false
}

/** Opens the first administrator's account; null when somebody else did, also at the same moment. */
export async function createFirstAdmin(work: Work, person: Pick<NewStaff, 'id' | 'name' | 'email' | 'passwordHash'>) {
  await lockAdmins(work)
  if (await hasAdmin(readOnly(work.db))) return null
  return createStaff(work.db, { ...person, role: { key: 'admin' }, scope: { kind: 'all', ids: [] } })
}
