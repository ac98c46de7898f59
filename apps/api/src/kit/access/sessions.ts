import { hash as digest, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '@larder/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Actor } from '../actor.ts'
import type { AccessChange, Context, Known, Services, Work } from '../context.ts'
import { publish } from '../live/pub-sub.ts'
import { readSetting } from '../settings.ts'
import { accessChannel } from './cache.ts'
import { findChannel, findStaff } from './lookup.ts'

/**
 * The member of staff behind a token, or null when there is no live session: unknown, expired, revoked, or the person may not come in.
 * Their session is kept alive by it, unless it is asked with unattended.
 */
export async function authenticateStaff(services: Services, token: string, { isAttended } = { isAttended: true }): Promise<Actor | null> {
  return (await knownStaff(services, token, { isAttended }))?.actor ?? null
}

/** As `authenticateStaff`, with what a socket has to watch. */
export function knownStaff(services: Services, token: string, { isAttended }: { isAttended: boolean }): Promise<Known | null> {
  const hash = hashToken(token)
  // Remembered apart: what was asked unattended a moment ago kept nothing alive for who comes now.
  const key = `${isAttended ? 'staff' : 'unattended'}:${hash.toString('base64')}`
  return services.access.find(key, () => findStaff(services, hash, isAttended))
}

/** The outside program behind a key, or null when the key is unknown or revoked. Its grants are the key's scopes. */
export async function authenticateChannel(services: Services, key: string, address: string | null): Promise<Actor | null> {
  const hash = hashToken(key)
  const known = await services.access.find(`channel:${hash.toString('base64')}`, () => findChannel(services, hash, address))
  return known?.actor ?? null
}

/** Who sent this credential when it was last looked up, or null: enough to tell whose request it is counted as, not to let it in. */
export function knownLately({ access }: Services, { authorization, 'x-api-key': key }: IncomingHttpHeaders): Actor | null {
  const token = key ?? authorization?.slice('Bearer '.length)
  if (typeof token !== 'string' || token.length > 512) return null
  const hash = hashToken(token).toString('base64')
  const known = access.lately(`staff:${hash}`) ?? access.lately(`unattended:${hash}`) ?? access.lately(`channel:${hash}`)
  return known?.actor ?? null
}

/** A fresh secret of 256 bits for a session or a key, with the hash that alone is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256 of a token or key; enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return digest('sha256', token, 'buffer')
}

export interface OpenedSession {
  id: string
  token: string
  expiresAt: string
}

/** Opens a session that ends after the settings' idle hours or days, whatever comes first. */
export async function openSession(
  services: Services,
  work: Work,
  staffId: string,
  from: Pick<Context, 'address' | 'userAgent'>,
): Promise<OpenedSession> {
  const { token, hash } = newToken()
  const [idleHours, days] = await Promise.all([readSetting(services, 'session.idleHours'), readSetting(services, 'session.absoluteDays')])
  const row = await work.db
    .insertInto('session')
    .values({
      id: newId(),
      token_hash: hash,
      staff_id: staffId,
      idle_expires_at: sql`now() + make_interval(hours => ${idleHours})`,
      expires_at: sql`now() + make_interval(days => ${days})`,
      address: from.address,
      user_agent: from.userAgent?.slice(0, 300) ?? null,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id: row.id, token, expiresAt: row.expires_at }
}

/** Ends sessions, of one person or one by id; effective in every process once the unit commits. Gives the ids that were live. */
export async function revokeSessions(
  services: Services,
  work: Work,
  which: { staffId: string; except?: string | null } | { sessionId: string },
  because: string,
): Promise<string[]> {
  let query = work.db.updateTable('session').set({ revoked_at: sql`now()`, revoked_because: because }).where('revoked_at', 'is', null)
  if ('sessionId' in which) query = query.where('id', '=', which.sessionId)
  else query = query.where('staff_id', '=', which.staffId)
  if ('except' in which && which.except) query = query.where('id', '<>', which.except)
  const ended = (await query.returning('id').execute()).map(({ id }) => id)
  for (const id of ended) await tellAccessChange(services, work, { about: 'session', id })
  return ended
}

/** Makes every process look up again what these people may do, once the unit commits. */
export async function tellAccessChange(services: Services, work: Pick<Work, 'db' | 'afterCommit'>, change: AccessChange): Promise<void> {
  await publish(work.db as Kysely<DB>, accessChannel, JSON.stringify(change))
  work.afterCommit(() => services.access.forget(change))
}
