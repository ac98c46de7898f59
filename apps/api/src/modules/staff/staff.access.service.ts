import { randomBytes } from 'node:crypto'
import { inviteAddress, type Output, type OwnSession, type Parsed, type StaffMember, type staffContract } from '@larder/contract'
import { sql } from 'kysely'
import { hashPassword } from '#kit/access/passwords.ts'
import { newToken } from '#kit/access/sessions.ts'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { callOffMail, writeMail } from '#modules/mail/mail.service.ts'
import { listSessionsOf } from '#modules/session/session-list.service.ts'
import { accounts } from './staff.service.ts'
import { findOpenWork } from './staff.work.ts'

type Contract = typeof staffContract
type Opened = Output<Contract['create']>

const nothing = { inviteToken: null, isMailed: false, temporaryPassword: null }
const invited = ({ services: { config } }: Context, inviteToken: string) => ({ inviteToken, isMailed: config.mail !== null })

/** Opens an account. Who may only create leaves a draft that lets nobody in, until somebody else invites its person. */
async function create(ctx: Context, { body }: Parsed<Contract['create']>): Promise<Opened> {
  if (!can(ctx, 'staff.edit')) return { ...nothing, staff: await accounts.create(ctx, body, { sets: () => ({ status: 'invited' }) }) }
  if (body.firstSignIn === 'password') {
    const { temporaryPassword, columns } = await makePassword()
    return { ...nothing, staff: await accounts.create(ctx, body, { sets: () => ({ ...columns, status: 'active' }) }), temporaryPassword }
  }
  const { token, columns } = await makeInvite(ctx)
  const staff = await accounts.create(ctx, body, {
    sets: () => columns,
    also: ({ ctx: inside, work, now }) => mailInvite(inside, work, now, token),
  })
  return { ...nothing, staff, ...invited(ctx, token) }
}

async function invite(ctx: Context, { params: { id }, body: { version } }: Parsed<Contract['invite']>): Promise<Opened> {
  const { token, columns } = await makeInvite(ctx)
  const staff = await accounts.change(
    ctx,
    { id, version, action: 'invite' },
    {
      sets: () => columns,
      async also({ ctx: inside, work, now }) {
        await callOffMail(work, id)
        await mailInvite(inside, work, now, token)
      },
    },
  )
  return { ...nothing, staff, ...invited(ctx, token) }
}

async function resetPassword(ctx: Context, { params: { id }, body: { version } }: Parsed<Contract['resetPassword']>): Promise<Opened> {
  const { temporaryPassword, columns } = await makePassword()
  // Whoever was invited and could not be reached by mail is in with it.
  const staff = await accounts.change(
    ctx,
    { id, version, action: 'resetPassword' },
    { sets: ({ row }) => ({ ...columns, ...(row.status === 'invited' && { status: 'active' }) }) },
  )
  return { ...nothing, staff, temporaryPassword }
}

async function listSessions(ctx: Context, { params: { id } }: Parsed<Contract['sessions']>): Promise<OwnSession[]> {
  const staff = await accounts.read(ctx, id)
  return listSessionsOf(ctx.db, staff.id, ctx.actor.sessionId)
}

async function openWork(ctx: Context, { params: { id } }: Parsed<Contract['openWork']>) {
  const staff = await accounts.read(ctx, id)
  return findOpenWork(ctx, staff.id)
}

/** Every verb of accounts; those that answer with a secret beside the record make it here. */
export const staffHandlers = { ...accounts.handlers, create, invite, resetPassword, sessions: listSessions, openWork }

// Made before the unit begins: hashing takes as long as many a unit. 96 random bits that a person can still read out.
async function makePassword() {
  const temporaryPassword = randomBytes(12).toString('base64url')
  const columns = {
    password_hash: await hashPassword(temporaryPassword),
    must_change_password: true,
    invite_hash: null,
    invite_expires_at: null,
  }
  return { temporaryPassword, columns }
}

async function makeInvite(ctx: Context) {
  const { token, hash } = newToken()
  const hours = await readSetting(ctx.services, 'invite.hours')
  // By the database's clock, which also says when it is over.
  const until = sql<string>`now() + make_interval(hours => ${hours})`
  return { token, columns: { status: 'invited', invite_hash: hash, invite_expires_at: until } }
}

type Invited = Pick<StaffMember, 'id' | 'name' | 'email'> & { invite_expires_at: string | null }

async function mailInvite(
  ctx: Context,
  work: Work,
  { id, name, email, invite_expires_at: expiresAt }: Invited,
  token: string,
): Promise<void> {
  if (expiresAt === null) return
  const [installation, zone] = await Promise.all([
    readSetting(ctx.services, 'installation.name'),
    readSetting(ctx.services, 'installation.timeZone'),
  ])
  const until = format().instant(expiresAt, 'dateTime', zone)
  const body = `Hello ${name},

${ctx.actor.name} invited you to ${installation}. Choose your password here and you are in:

{link}

The link works once, until ${until} (${zone}). Whoever has it can open your account: do not pass it on.
If you did not expect this, ignore it.
`
  const link = { address: (origin: string) => inviteAddress(origin, token), expiresAt }
  await writeMail(ctx, work, { to: email, toName: name, subject: `Your account at ${installation}`, body, link, staffId: id })
}
