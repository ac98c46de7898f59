import { type FileStream, hiddenLink, type MailStatus, mailContract, newId, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { encrypt } from '#kit/access/encryption.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { streamedFile } from '#kit/files/files.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import type { Attachment } from './mail.smtp.ts'

type Row = OwnRow<'mail'>

const everywhere = { branchId: wholeInstallation, storeId: null }

/** What the product sends; read by those alone who look after mail for the whole installation. The link of a mail is never shown. */
export const mails = resource(mailContract, {
  table: 'mail',
  permission: 'mail.view',
  rows: (db) =>
    db
      .selectFrom('mail')
      .leftJoin('mail_attachment', 'mail_attachment.mail_id', 'mail.id')
      .selectAll('mail')
      .select('mail_attachment.name as attachment'),
  scope: { where: ({ actor }) => sql<boolean>`${actor.scope.kind === 'all'}`, place: () => everywhere },
  present: (row) => ({
    to: row.to_address,
    text: row.body.replace(linkPlace, hiddenLink),
  }),
  search: { to: 'mail.to_address', toName: 'mail.to_name', subject: 'mail.subject' },
  acts: {
    retry: {
      whyNot: whyNotRetry,
      sets: ({ ctx }) => ({ status: 'waiting', next_attempt_at: ctx.clock.instant() }),
    },
  },
})

const whyNot: Partial<Record<MailStatus, string>> = {
  kept: 'No mail server was set up when it was written.',
  sent: 'It was sent.',
  cancelled: 'Its link was used, replaced or taken back.',
}

function whyNotRetry(row: Row): string | null {
  const because = whyNot[row.status as MailStatus]
  if (because) return because
  return row.link_expires_at !== null && row.link === null ? 'Its link has expired.' : null
}

/** What links are encrypted for. */
export const linkPurpose = 'link of a mail'

/** Where the link stands in a body. */
export const linkPlace = '{link}'

export interface NewMail {
  to: string
  toName: string
  subject: string
  /** Plain text; `{link}` once where the link goes. */
  body: string
  /** Below the installation's address, and until when it is worth sending. */
  link?: { address: (origin: string) => string; expiresAt: string }
  /** Of the staff, whom it is about. */
  staffId?: string
  /** Of which it tells. */
  orderId?: string
  attachment?: Attachment
}

/** Writes a mail in the unit of what it tells. Without a mail server it is kept to be read, and its link nowhere. */
export async function writeMail({ services, clock }: Context, work: Work, mail: NewMail): Promise<void> {
  const { config } = services
  const { link, attachment } = mail
  const id = newId(clock.ms())
  const leaves = config.mail && {
    status: 'waiting',
    next_attempt_at: clock.instant(),
    link: link ? encrypt(linkPurpose, config, link.address(config.mail.publicUrl)) : null,
  }
  await work.db
    .insertInto('mail')
    .values({
      id,
      to_address: mail.to,
      to_name: mail.toName,
      subject: mail.subject,
      body: mail.body,
      link_expires_at: link?.expiresAt ?? null,
      staff_id: mail.staffId ?? null,
      order_id: mail.orderId ?? null,
      ...(leaves ?? { status: 'kept' }),
    })
    .execute()
  if (!attachment) return
  const { name, type, bytes } = attachment
  await work.db
    .insertInto('mail_attachment')
    .values({ mail_id: id, name, type, bytes: Buffer.from(bytes) })
    .execute()
}

/** What goes with a mail; none once it was sent. */
export async function readAttachment(ctx: Context, { params }: Parsed<typeof mailContract.attachment>): Promise<FileStream> {
  const { id } = await mails.handlers.get(ctx, { params })
  const kept = await ctx.db.selectFrom('mail_attachment').select(['name', 'type', 'bytes']).where('mail_id', '=', id).executeTakeFirst()
  if (!kept) return notFound('attachment')
  return streamedFile(kept)
}

export const mailHandlers = { ...mails.handlers, attachment: readAttachment }

/** Nothing that waits about this person leaves any more: its link was used or taken back. */
export async function callOffMail(work: Pick<Work, 'db'>, staffId: string): Promise<void> {
  const over = { status: 'cancelled', link: null, next_attempt_at: null, version: sql<number>`version + 1`, updated_at: sql<string>`now()` }
  await work.db.updateTable('mail').set(over).where('staff_id', '=', staffId).where('status', 'in', ['waiting', 'failed']).execute()
}
