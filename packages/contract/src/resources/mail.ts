import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { streamOf } from '../file-content.ts'
import { masked } from '../masked.ts'
import { byId } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf } from '../values/collection.ts'
import { Instant } from '../values/instant.ts'
import { maskEmail } from '../values/text.ts'
import { recordContract } from './record.ts'

export const mailPermission = {
  label: 'Outgoing mail',
  verbs: ['view', 'operate'],
  roles: {},
  after: 'role',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    mail: typeof mailPermission
  }
}

/** Where a mail stands; `kept`: no mail server is set up, and it is only here to be read. */
export const mailStatusLabels = {
  kept: 'Kept here',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const
export const MailStatus = enumOf(mailStatusLabels)
export type MailStatus = z.infer<typeof MailStatus>

/** What stands in the place of a link that only the recipient gets. */
export const hiddenLink = '[the link, which only the recipient gets]'

const verbs = /* @__PURE__ */ recordContract('mail', '/mail', {
  permission: 'mail',
  access: mailPermission,
  draft: {},
  extra: {
    /** Also customers get mail: the address is whole for whom theirs is. */
    to: masked(z.string(), 'customer.reveal', maskEmail),
    toName: z.string(),
    subject: z.string(),
    /** Plain text, without its link. */
    text: z.string(),
    status: MailStatus,
    /** What goes with it, by its file's name; null once it was sent, as nothing of it is kept then. */
    attachment: z.nullable(z.string()),
    attempts: z.int(),
    /** What the mail server, or the way to it, said last. */
    because: z.nullable(z.string()),
    /** When it is tried next; null unless it waits. */
    nextAttemptAt: z.nullable(Instant),
    sentAt: z.nullable(Instant),
  },
  filterBy: ['status'],
  searchesPeople: true,
  sorts: ['createdAt'],
  acts: { retry: { permission: 'mail.operate', asks: {}, summary: 'try now to send one that waits or failed' } },
})
/** Mail that the product sends: written in the transaction of what it tells, sent afterwards. Nobody makes one by hand. */
export const mailContract = /* @__PURE__ */ contract('mail', {
  ...verbs,
  attachment: get('/mail/:id/attachment', {
    permission: 'mail.view',
    params: byId('mail'),
    response: streamOf('application/pdf'),
    summary: 'What goes with a mail that was not sent yet',
  }),
})
export const Mail = mailContract.get.shape.response
export type Mail = z.infer<typeof Mail>

export const mailRefusals = {
  'not-found': {
    'mail-not-found': 'No such mail, or out of reach.',
    'attachment-not-found': 'Nothing goes with the mail, or it was sent: nothing of it is kept then.',
  },
} as const satisfies Refusals
