import type { OwnSession } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { isLive } from '#kit/access/lookup.ts'

/** A person's live sessions, the latest used first. */
export async function listSessionsOf(db: ReadDatabase, staffId: string, currentId: string | null): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['session.id', 'session.created_at', 'session.last_seen_at', 'session.address', 'session.user_agent'])
    .select(sql<string>`least(session.expires_at, session.idle_expires_at)`.as('expires_at'))
    .where('session.staff_id', '=', staffId)
    .where(isLive)
    .orderBy('session.last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.id === currentId,
  }))
}
