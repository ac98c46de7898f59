import type { Invitation, Parsed, SignedIn, sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { rememberDevice } from '#kit/access/device.ts'
import { hashPassword } from '#kit/access/passwords.ts'
import { hashToken, openSession, tellAccessChange } from '#kit/access/sessions.ts'
import { accountKey, giveBackAttempt, takeSignInAttempt } from '#kit/access/sign-in-limits.ts'
import type { Context } from '#kit/context.ts'
import { invalid, Refusal } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { callOffMail } from '#modules/mail/mail.service.ts'
import { acceptFirstInvite, findFirstInvite, refuseSecond } from './first-admin.service.ts'
import { findMe } from './me.ts'
import { refuseWeak } from './new-password.ts'
import { personActor } from './sign-in.service.ts'

type Contract = typeof sessionContract

/** Whom an invitation is for, told to whoever has its link. */
export async function readInvite(ctx: Context, { body: { token } }: Parsed<Contract['readInvite']>): Promise<Invitation> {
  const { invited, first } = await checkInvite(ctx, token)
  if (first) return first
  const { name, email, expiresAt } = invited
  return { name, email, installation: await readSetting(ctx.services, 'installation.name'), expiresAt }
}

/** Sets the first password of an account, once, and opens a session. */
export async function acceptInvite(ctx: Context, { body }: Parsed<Contract['acceptInvite']>): Promise<SignedIn> {
  const { services, device } = ctx
  const { token, password } = body
  const { invited, first } = await checkInvite(ctx, token)
  if (first) return acceptFirstInvite(ctx, body)
  if (body.person) invalid({ 'body.person': 'is known: the invitation says whom it is for' })
  await refuseWeak(services, invited, { 'body.password': password })
  const passwordHash = await hashPassword(password)
  const known = await rememberDevice(services, accountKey(invited.email), device.presented())
  const me = await findMe(services, invited.id)
  const signedIn = await unitOfWork({ ...ctx, actor: personActor(me) }, async (work) => {
    const accepted = await work.db
      .updateTable('staff')
      .set({
        password_hash: passwordHash,
        must_change_password: false,
        status: 'active',
        invite_hash: null,
        invite_expires_at: null,
        version: sql<number>`version + 1`,
        access_version: sql<number>`access_version + 1`,
        updated_at: sql<string>`now()`,
      })
      // Of two who have the link at the same moment the row lets in the first.
      .where('invite_hash', '=', hashToken(token))
      .where(isAcceptable)
      .returning('version')
      .executeTakeFirst()
    if (!accepted) return refuseInvite()
    await callOffMail(work, invited.id)
    await tellAccessChange(services, work, { about: 'staff', id: invited.id })
    const session = await openSession(services, work, invited.id, ctx)
    work.record({
      entity: 'staff',
      id: invited.id,
      version: accepted.version,
      action: 'acceptInvite',
      old: { status: 'invited' },
      new: { status: 'active', address: ctx.address, userAgent: ctx.userAgent },
      permission: 'staff.view',
      branchId: wholeInstallation,
      storeId: null,
    })
    return { ...me, mustChangePassword: false, accessToken: session.token, expiresAt: session.expiresAt }
  })
  device.keep(known)
  return signedIn
}

const isAcceptable = sql<boolean>`status = 'invited' and invite_expires_at > now() and (expires_at is null or expires_at > now())`

type Checked = { invited: Invited; first?: never } | { invited?: never; first: Invitation }

/** The account of a link that can be accepted now, or the invitation of the first administrator. Wrong ones are slowed down as wrong passwords are, by where they come from. */
async function checkInvite(ctx: Context, token: string): Promise<Checked> {
  const { writable } = ctx.services
  const hash = hashToken(token)
  const place = { account: `invite ${hash.toString('base64url')}`, address: ctx.address ?? 'unknown', device: null }
  const attempt = await takeSignInAttempt(writable, place)
  const found = await findChecked(ctx, token, hash)
  if (!found) return refuseInvite()
  // A link that fits is nobody's guess: whoever looks at it ten times does not wait.
  await giveBackAttempt(writable, attempt)
  if (found.first) await refuseSecond(ctx)
  return found
}

async function findChecked(ctx: Context, token: string, hash: Buffer): Promise<Checked | null> {
  const invited = await findInvited(ctx.services.writable, hash)
  if (invited) return { invited }
  const first = await findFirstInvite(ctx, token)
  return first && { first }
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvited>>>

async function findInvited(db: Database, hash: Buffer) {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'phone', 'invite_expires_at'])
    .where('invite_hash', '=', hash)
    .where(isAcceptable)
    .executeTakeFirst()
  return row?.invite_expires_at ? { ...row, expiresAt: row.invite_expires_at } : null
}

// One answer for a link that was never there, was used, replaced or taken back, or has expired.
function refuseInvite(): never {
  throw new Refusal('credentials', {
    reason: 'invite-not-valid',
    message: 'This invitation cannot be used any more. Ask whoever invited you for a new one.',
  })
}
