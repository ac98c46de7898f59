import { addSeconds } from '@larder/contract'
import { sql } from 'kysely'
import { backOffMs } from '#db/back-off.ts'
import { decrypt } from '#kit/access/encryption.ts'
import type { Context, Services } from '#kit/context.ts'
import type { App } from '#kit/http/handler.ts'
import type { Columns, OwnRow } from '#kit/resource/declaration.ts'
import { linkPlace, linkPurpose, mails } from './mail.service.ts'
import { type Outcome, openMailServer, type SendMail } from './mail.smtp.ts'

type Row = OwnRow<'mail'>

const mostAtOnce = 20
/** Tries before a server that does not answer is given up: over about a day. */
const mostAttempts = 14
const between = { firstMs: 15_000, limitMs: 3 * 3_600_000 }

/** Every two seconds what is due is sent, where a mail server is set up. */
export function registerMailJobs({ services }: App): void {
  const { mail } = services.config
  if (!mail) return
  const send = openMailServer(mail)
  services.jobs.register('send-mail', { everySeconds: 2 }, (ctx) => sendDueMail(ctx, send))
}

/** Sends what is due, one after the other. A mail that the server took, and whose process was killed before it noted it, is sent again under the same number. */
export async function sendDueMail(ctx: Context, send: SendMail): Promise<void> {
  const due = await ctx.services.db
    .selectFrom('mail')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', sql<string>`now()`)
    .orderBy('next_attempt_at')
    .limit(mostAtOnce)
    .execute()
  for (const row of due) await note(ctx, row, await attempt(ctx, row, send))
}

async function attempt({ services, clock }: Context, row: Row, send: SendMail): Promise<Outcome> {
  const text = textOf(services, row, clock.instant())
  if (text === null) return { isRefused: 'Its link has expired, or was encrypted with another SECRET_KEY.' }
  const attachments = await services.db
    .selectFrom('mail_attachment')
    .select(['name', 'type', 'bytes'])
    .where('mail_id', '=', row.id)
    .execute()
  return send({ id: row.id, to: row.to_address, toName: row.to_name, subject: row.subject, text, attachments })
}

/** The body with its link; null where there is none any more. */
function textOf({ config }: Services, { body, link, link_expires_at: until }: Row, now: string): string | null {
  if (until === null) return body
  const address = link && until > now ? decrypt(linkPurpose, config, link) : null
  return address && body.replace(linkPlace, () => address)
}

/** How it went, in the record; nothing where the mail was called off, or tried again by hand, meanwhile. */
async function note(ctx: Context, row: Row, outcome: Outcome): Promise<void> {
  const action = 'isSent' in outcome ? 'send' : 'isRefused' in outcome ? 'fail' : 'delay'
  const attempts = row.attempts + 1
  try {
    await mails.change(
      ctx,
      { id: row.id, version: row.version, action },
      {
        sets: () => ({ ...columnsOf(ctx, row, attempts, outcome), attempts }),
        // What somebody has in their mailbox is not kept here as well.
        also: ({ work, now }) => now.status === 'sent' && work.db.deleteFrom('mail_attachment').where('mail_id', '=', now.id).execute(),
      },
    )
  } catch (error) {
    ctx.log.info({ mail: row.id, err: error }, 'a mail was changed while it was sent')
  }
}

function columnsOf(ctx: Context, row: Row, attempts: number, outcome: Outcome): Columns<'mail'> {
  const now = ctx.clock.instant()
  if ('isSent' in outcome) return { status: 'sent', sent_at: now, next_attempt_at: null, link: null, because: null }
  if ('isRefused' in outcome) return { status: 'failed', next_attempt_at: null, because: outcome.isRefused }
  const isLinkOver = row.link_expires_at !== null && row.link_expires_at <= now
  if (attempts >= mostAttempts || isLinkOver)
    return { status: 'failed', next_attempt_at: null, because: outcome.isAway, ...(isLinkOver && { link: null }) }
  return { next_attempt_at: addSeconds(now, backOffMs(attempts - 1, between) / 1000), because: outcome.isAway }
}
