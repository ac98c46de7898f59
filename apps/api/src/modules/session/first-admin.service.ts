import { firstAdminHours, type Invitation, newId, type Parsed, type SignedIn, type sessionContract } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { rememberDevice } from '#kit/access/device.ts'
import { hashPassword } from '#kit/access/passwords.ts'
import { hashToken, newToken, openSession } from '#kit/access/sessions.ts'
import { accountKey } from '#kit/access/sign-in-limits.ts'
import type { Context, Services } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { createFirstAdmin, hasAdmin } from '#modules/staff/first-admin.service.ts'
import { findMe } from './me.ts'
import { refuseWeak } from './new-password.ts'
import { personActor } from './sign-in.service.ts'

type Body = Parsed<(typeof sessionContract)['acceptInvite']>['body']

/** What the first administrator comes in with, in place of what an earlier start made; null as soon as there was an administrator. */
export async function makeFirstAdminToken({ writable }: Pick<Services, 'writable'>): Promise<string | null> {
  if (await hasAdmin(readOnly(writable))) return null
  const { token, hash } = newToken()
  const until = sql<string>`now() + make_interval(hours => ${firstAdminHours})`
  await writable
    .insertInto('first_admin')
    .values({ token_hash: hash, expires_at: until })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ token_hash: hash, expires_at: until }))
    .execute()
  return token
}

/** The invitation of the first administrator; null where the token is another's or over. */
export async function findFirstInvite({ services }: Context, token: string): Promise<Invitation | null> {
  const found = await services.db
    .selectFrom('first_admin')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!found) return null
  return { name: null, email: null, installation: await readSetting(services, 'installation.name'), expiresAt: found.expires_at }
}

/** Opens the account of the first administrator, and a session. Of several at the same moment one is in, the others are told. */
export async function acceptFirstInvite(ctx: Context, { person, password }: Body): Promise<SignedIn> {
  const { services, device } = ctx
  if (!person) invalid({ 'body.person': 'is required' })
  await refuseWeak(services, { ...person, phone: null }, { 'body.password': password })
  const passwordHash = await hashPassword(password)
  const id = newId()
  const actor = personActor({ person: { id, name: person.name }, role: 'admin', isAdmin: true })
  const session = await unitOfWork({ ...ctx, actor }, async (work) => {
    const staff = await createFirstAdmin(work, { id, ...person, passwordHash })
    if (!staff) return refuseLate()
    work.record({
      entity: 'staff',
      id,
      version: staff.version,
      action: 'create',
      old: null,
      new: { name: staff.name, email: staff.email, role: 'admin', address: ctx.address, userAgent: ctx.userAgent },
      permission: 'staff.view',
      branchId: wholeInstallation,
      storeId: null,
    })
    return openSession(services, work, id, ctx)
  })
  device.keep(await rememberDevice(services, accountKey(person.email), device.presented()))
  return { ...(await findMe(services, id)), accessToken: session.token, expiresAt: session.expiresAt }
}

/** Goes on unless somebody was first (409). */
export async function refuseSecond({ services }: Context): Promise<void> {
  if (await hasAdmin(services.db)) refuseLate()
}

function refuseLate(): never {
  refuse('administrator-exists', 'Somebody became the first administrator already. Sign in, or ask them for an invitation.')
}
