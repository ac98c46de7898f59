import type { Me, Parsed, passkeyContract, RefusalReason, SignedIn, sessionContract } from '@larder/contract'
import { rememberDevice } from '#kit/access/device.ts'
import { verifyPassword } from '#kit/access/passwords.ts'
import { hashToken, openSession } from '#kit/access/sessions.ts'
import { accountKey, countGuess } from '#kit/access/sign-in-limits.ts'
import type { Actor } from '#kit/actor.ts'
import type { Context, Services } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { findMe } from './me.ts'
import { spendSignature } from './passkey-signature.service.ts'
import { spendCode } from './second-factor-codes.service.ts'
import { findAccount, findAccountById } from './session.queries.ts'

const nobodyElse = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const
type Body = Parsed<typeof sessionContract.login>['body']

const wrongPassword = 'The e-mail address or password is incorrect.'
const wrongPasswordOrCode = 'The e-mail address, password or code is incorrect.'
const closedBecause: Record<string, string> = {
  suspended: 'This account is suspended. Please ask your administrator.',
}

/**
 * Opens a session for the right password, and code where the account asks for one. An unknown account, a wrong password and a wrong code get one answer, in one time; the attempts
 * are limited before the password is looked at; the outcome is in the record either way.
 */
export async function signIn(ctx: Context, { body }: Parsed<typeof sessionContract.login>): Promise<SignedIn> {
  const { signIns } = ctx.services.metrics
  try {
    const signedIn = await enter(ctx, accountKey(body.email), body)
    signIns.inc({ outcome: 'in' })
    return signedIn
  } catch (error) {
    signIns.inc({ outcome: error instanceof Refusal ? error.reason : 'failed' })
    throw error
  }
}

async function enter(ctx: Context, account: string, { password, code }: Body): Promise<SignedIn> {
  const { services, device } = ctx
  const presented = device.presented()
  const place = { account, address: ctx.address ?? 'unknown', device: presented === null ? null : hashToken(presented) }
  const checked = await countGuess(services, place, () => checkAll(services, account, password, code))
  if (!checked) return refuseSignIn(ctx, account, 'wrong-credentials', code === undefined ? wrongPassword : wrongPasswordOrCode)
  const { staff, spent } = checked
  if (!staff.is_open) return refuseClosed(ctx, account, staff.status)
  const known = await rememberDevice(services, account, presented)
  const signedIn = await open(ctx, staff.id, spent && { secondStep: spent })
  device.keep(known)
  return signedIn
}

/** Opens a session by a passkey, which is what one has and what one knows together: neither password nor code is asked. */
export async function signInByPasskey(ctx: Context, { body }: Parsed<typeof passkeyContract.login>): Promise<SignedIn> {
  const { services, address } = ctx
  const place = { account: `passkey ${hashToken(body.id).toString('base64url')}`, address: address ?? 'unknown', device: null }
  const found = await countGuess(services, place, () => spendSignature(ctx, body))
  if (!found) return refuseSignIn(ctx, 'passkey', 'passkey-not-valid', 'This passkey does not sign in here. Use your password.')
  const staff = await findAccountById(services.db, found.staffId)
  if (!staff.is_open) return refuseClosed(ctx, staff.email, staff.status)
  return open(ctx, found.staffId, { passkey: found.name })
}

async function open(ctx: Context, staffId: string, how: object | null): Promise<SignedIn> {
  const { services } = ctx
  const me = await findMe(services, staffId)
  return unitOfWork({ ...ctx, actor: personActor(me) }, async (work) => {
    const session = await openSession(services, work, staffId, ctx)
    const opened = { address: ctx.address, userAgent: ctx.userAgent, ...how }
    work.record({ ...nobodyElse, entity: 'session', id: session.id, version: 1, action: 'login', old: null, new: opened })
    return { ...me, accessToken: session.token, expiresAt: session.expiresAt }
  })
}

function refuseClosed(ctx: Context, account: string, status: string): Promise<never> {
  const because = closedBecause[status] ?? 'This account is closed. Please ask your administrator.'
  return refuseSignIn(ctx, account, 'account-closed', because)
}

/** The account, if the password is its own and so is the code that it asks for; null otherwise. A right password without that code is no guess. */
async function checkAll(services: Services, account: string, password: string, code: string | undefined) {
  const staff = await findAccount(services.db, account)
  if (!(await verifyPassword(staff?.password_hash ?? null, password)) || !staff) return null
  if (!staff.is_open || !staff.has_second_factor) return { staff, spent: null }
  if (code === undefined)
    throw new Refusal('credentials', { reason: 'code-needed', message: 'Enter the code that your authenticator app shows.' })
  const spent = await spendCode(services, staff.id, code)
  return spent && { staff, spent }
}

async function refuseSignIn(ctx: Context, account: string, reason: RefusalReason<'credentials'>, message: string): Promise<never> {
  await unitOfWork(ctx, async (work) => {
    work.record({ ...nobodyElse, entity: 'sign-in', id: account, version: 1, action: 'refuse', old: null, new: null, reason })
  })
  throw new Refusal('credentials', { reason, message })
}

/** Whoever has just proved who they are; what they may do is looked up again with each request. */
export function personActor({ person, role, isAdmin }: Pick<Me, 'role' | 'isAdmin'> & { person: { id: string; name: string } }): Actor {
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
