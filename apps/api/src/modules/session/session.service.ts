import type { Me, Output, OwnSession, Parsed, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { hashPassword } from '#kit/access/passwords.ts'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import { countGuess, ownSessionPlace } from '#kit/access/sign-in-limits.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findMeNow } from './me.ts'
import { refuseWeak } from './new-password.ts'
import { isOwnPassword } from './proof.service.ts'
import { findPerson } from './session.queries.ts'
import { listSessionsOf } from './session-list.service.ts'

type Contract = typeof sessionContract
const heard = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const

export function getMe(ctx: Context): Promise<Me> {
  return findMeNow(ctx)
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

/** Ends every session of the person but the one that asks. */
export function revokeOtherSessions(ctx: Context): Promise<Output<Contract['revokeOthers']>> {
  return unitOfWork(ctx, async (work) => {
    const sessionId = ctx.actor.sessionId ?? notFound('session')
    const ended = await revokeSessions(ctx.services, work, { staffId: ctx.actor.id, except: sessionId }, 'revoked-by-owner')
    work.record({ ...heard, entity: 'session', id: sessionId, version: 1, action: 'revokeOthers', old: null, new: { ended: ended.length } })
    return { ended: ended.length }
  })
}

/** Sets a new password for who knows the old one. The other sessions end; a stolen one cannot outlive it. */
export async function changePassword(
  ctx: Context,
  { body }: Parsed<Contract['changePassword']>,
): Promise<Output<Contract['changePassword']>> {
  const { person, mustChangePassword } = await findPerson(ctx.services.db, ctx.actor.id)
  const isOwn = await countGuess(ctx.services, ownSessionPlace(ctx.actor), async () =>
    (await isOwnPassword(ctx, body.current)) ? true : null,
  )
  if (!isOwn) invalid({ 'body.current': 'is wrong' })
  if (body.next === body.current) invalid({ 'body.next': 'is the one that you have: choose another' })
  await refuseWeak(ctx.services, person, { 'body.next': body.next })
  const passwordHash = await hashPassword(body.next)
  return unitOfWork(ctx, async (work) => {
    const { version } = await work.db
      .updateTable('staff')
      .set({ password_hash: passwordHash, must_change_password: false, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', ctx.actor.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await revokeSessions(ctx.services, work, { staffId: ctx.actor.id, except: ctx.actor.sessionId }, 'password-changed')
    // Everything is open to them now, in every process, with this very session.
    if (mustChangePassword) await tellAccessChange(ctx.services, work, { about: 'staff', id: ctx.actor.id })
    const facts = { old: { password: true }, new: { password: 'changed' } }
    work.record({ ...heard, entity: 'staff', id: ctx.actor.id, version, action: 'changePassword', ...facts })
    return { status: true as const }
  })
}
