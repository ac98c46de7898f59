import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'

/** Two who take the right from each other at the same moment come one after the other. */
export async function lockAdmins(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(work.db)
}

/** Goes on unless this is the last administrator (409); needs the lock of `lockAdmins`. */
export async function keepAnAdmin(work: Work, leaving: { id: string; role_is_admin: boolean }): Promise<void> {
  if (!leaving.role_is_admin) return
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from staff join role on role.id = staff.role_id
      where role.is_admin and staff.id <> ${leaving.id} and staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now())) as is_left`.execute(
    work.db,
  )
  if (!rows[0]?.is_left) refuse('last-admin', 'This is the last administrator: make another one first.')
}
