import type { Me, Parsed, RefusalReason, SignedIn, sessionContract } from '@larder/contract'
import { rememberDevice } from '#kit/access/device.ts'
import { verifyPassword } from '#kit/access/passwords.ts'
import { hashToken, openSession } from '#kit/access/sessions.ts'
import { accountKey, giveBackAttempt, keepSuccess, type SignInPlace, takeSignInAttempt } from '#kit/access/sign-in-limits.ts'
import type { Actor } from '#kit/actor.ts'
import type { Context, Services } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findMe } from './me.ts'
import { findAccount } from './session.queries.ts'

const nobodyElse = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const
const closedBecause: Record<string, string> = {
  invited: 'This account is not active yet. Please ask your administrator.',
  suspended: 'This account is suspended. Please ask your administrator.',
}

/**
 * Opens a session for the right password. An unknown account and a wrong password get one answer, in one time; the attempts
 * are limited before the password is looked at; the outcome is in the record either way.
 */
export async function signIn(ctx: Context, { body }: Parsed<typeof sessionContract.login>): Promise<SignedIn> {
  const { signIns } = ctx.services.metrics
  try {
    const signedIn = await enter(ctx, accountKey(body.email), body.password)
    signIns.inc({ outcome: 'in' })
    return signedIn
  } catch (error) {
    signIns.inc({ outcome: error instanceof Refusal ? error.reason : 'failed' })
    throw error
  }
}

async function enter(ctx: Context, account: string, password: string): Promise<SignedIn> {
  const { services, device } = ctx
  const presented = device.presented()
  const place = { account, address: ctx.address ?? 'unknown', device: presented === null ? null : hashToken(presented) }
  const staff = await checkPassword(services, place, account, password)
  if (!staff) return refuseSignIn(ctx, account, 'wrong-credentials', 'The e-mail address or password is incorrect.')
  if (!staff.is_open)
    return refuseSignIn(
      ctx,
      account,
      'account-closed',
      closedBecause[staff.status] ?? 'This account is closed. Please ask your administrator.',
    )
  const me = await findMe(services, staff.id)
  const known = await rememberDevice(services.writable, account, presented)
  const signedIn = await unitOfWork({ ...ctx, actor: actorOf(me) }, async (work) => {
    const session = await openSession(services, work, staff.id, ctx)
    const opened = { address: ctx.address, userAgent: ctx.userAgent }
    work.record({ ...nobodyElse, entity: 'session', id: session.id, version: 1, action: 'login', old: null, new: opened })
    return { ...me, accessToken: session.token, expiresAt: session.expiresAt }
  })
  device.keep(known)
  return signedIn
}

/** The account, if the password is its own; null otherwise. Takes one of the attempts that this place has. */
export async function checkPassword({ writable }: Services, place: SignInPlace, account: string, password: string) {
  const attempt = await takeSignInAttempt(writable, place)
  const staff = await findAccount(writable, account)
  try {
    if (!(await verifyPassword(staff?.password_hash ?? null, password))) return null
  } catch (error) {
    await giveBackAttempt(writable, attempt)
    throw error
  }
  await keepSuccess(writable, attempt)
  return staff
}

async function refuseSignIn(ctx: Context, account: string, reason: RefusalReason<'credentials'>, message: string): Promise<never> {
  await unitOfWork(ctx, async (work) => {
    work.record({ ...nobodyElse, entity: 'sign-in', id: account, version: 1, action: 'refuse', old: null, new: null, reason })
  })
  throw new Refusal('credentials', { reason, message })
}

// Whoever has just proved who they are; what they may do is looked up again with each request.
function actorOf({ person, role, isAdmin }: Me): Actor {
  return {
    kind: 'staff',
    id: person.id,
    name: person.name,
    role,
    isAdmin,
    grants: new Set(),
    limits: new Map(),
    scope: { kind: 'store', ids: [] },
    sessionId: null,
  }
}
