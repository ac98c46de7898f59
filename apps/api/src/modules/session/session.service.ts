import type { Me, Output, OwnSession, Parsed, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { accountKey } from '#kit/limits-sign-in.ts'
import { hashPassword } from '#kit/passwords.ts'
import { wholeInstallation } from '#kit/realtime-audience.ts'
import { revokeSessions } from '#kit/sessions.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findMe } from './me.ts'
import { findPerson, listSessionsOf } from './session.queries.ts'
import { checkPassword } from './sign-in.service.ts'

type Contract = typeof sessionContract
const heard = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const

export function getMe(ctx: Context): Promise<Me> {
  return findMe(ctx.services, ctx.actor.id)
}

export function listOwnSessions(ctx: Context): Promise<OwnSession[]> {
  return listSessionsOf(ctx.db, ctx.actor.id, ctx.actor.sessionId)
}

export function signOut(ctx: Context): Promise<Output<Contract['logout']>> {
  return unitOfWork(ctx, async (work) => {
    const sessionId = ctx.actor.sessionId ?? notFound('session')
    await revokeSessions(ctx.services, work, { sessionId }, 'logout')
    work.record({ ...heard, entity: 'session', id: sessionId, version: 2, action: 'logout', old: null, new: null })
    return { status: true as const }
  })
}

export async function revokeOwnSession(ctx: Context, { params }: Parsed<Contract['revoke']>): Promise<Output<Contract['revoke']>> {
  const own = await listSessionsOf(ctx.db, ctx.actor.id, ctx.actor.sessionId)
  if (!own.some(({ id }) => id === params.id)) notFound('session')
  return unitOfWork(ctx, async (work) => {
    await revokeSessions(ctx.services, work, { sessionId: params.id }, 'revoked-by-owner')
    work.record({ ...heard, entity: 'session', id: params.id, version: 2, action: 'revoke', old: null, new: null })
    return { id: params.id }
  })
}

/** Sets a new password for who knows the old one. The other sessions end; a stolen one cannot outlive it. */
export async function changePassword(
  ctx: Context,
  { body }: Parsed<Contract['changePassword']>,
): Promise<Output<Contract['changePassword']>> {
  const { person } = await findPerson(ctx.services.writable, ctx.actor.id)
  // Guesses made with a session that somebody got hold of count for that session: they keep nobody from signing in.
  const place = { account: `session ${ctx.actor.sessionId}`, address: `session ${ctx.actor.sessionId}`, device: null }
  if (!(await checkPassword(ctx.services, place, accountKey(person.email), body.current)))
    invalid({ 'body.current': 'is not your password' })
  const passwordHash = await hashPassword(body.next)
  return unitOfWork(ctx, async (work) => {
    const { version } = await work.db
      .updateTable('staff')
      .set({ password_hash: passwordHash, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', ctx.actor.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await revokeSessions(ctx.services, work, { staffId: ctx.actor.id, except: ctx.actor.sessionId }, 'password-changed')
    const facts = { old: { password: true }, new: { password: 'changed' } }
    work.record({ ...heard, entity: 'staff', id: ctx.actor.id, version, action: 'changePassword', ...facts })
    return { status: true as const }
  })
}
