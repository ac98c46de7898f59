import type { Instant } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'

/** Two who take the right from each other at the same moment come one after the other. */
export async function lockAdmins(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(work.db)
}

interface Leaving {
  id: string
  role_is_admin: boolean
  scope_kind: string
  expires_at: Instant | null
}

/**
 * Goes on unless this is the last administrator (409); needs the lock of `lockAdmins`. Only who reaches the whole installation counts: an
 * administrator of one store lets nobody in elsewhere. Of those whose access does not end one is left as well: who stays until tomorrow is no
 * administrator of the day after.
 */
export async function keepAnAdmin(work: Work, leaving: Leaving): Promise<void> {
  if (!leaving.role_is_admin || leaving.scope_kind !== 'all') return
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from staff join role on role.id = staff.role_id
      where role.is_admin and staff.scope_kind = 'all' and staff.id <> ${leaving.id} and staff.status = 'active'
        and (staff.expires_at is null or ${leaving.expires_at !== null} and staff.expires_at > now())) as is_left`.execute(work.db)
  if (!rows[0]?.is_left)
    refuse('last-admin', 'No administrator of the whole installation would be left whose access does not end: make another one first.')
}
