import { type Mail, mailContract, mailStatusLabels } from '@larder/contract'
import { action } from '#kit/actions/action.ts'
import { custom, instant, number, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { MailText } from './mail-text.tsx'
import './mail.css'

const statuses = styleStatuses(mailStatusLabels, { waiting: 'info', sent: 'good', failed: 'bad' })

const recipient = custom<Mail>('toName', 'To', ({ toName, to }) => `${toName} <${to}>`, {
  width: 264,
  grows: true,
  text: ({ toName, to }) => `${toName} <${to}>`,
})

const deeds: Readonly<Record<string, string>> = {
  send: 'Sent',
  fail: 'Could not be sent',
  delay: 'Did not get through; tried again later',
  retry: 'Tried again by hand',
}
const ownFields = 'status attempts nextAttemptAt sentAt link because'

/** What the product writes to people, and what became of it. */
export const mails = defineResource(mailContract, {
  label: ['Mail', 'Outgoing mail'],
  title: ({ subject }) => subject,
  columns: [
    recipient,
    text('subject', { width: 208 }),
    status('status', statuses, { width: 120 }),
    text('because', { label: 'Reason', width: 200 }),
    text('attachment', { label: 'With it', width: 160 }),
    instant('createdAt', { label: 'Written', sort: 'createdAt' }),
    instant('sentAt', { label: 'Sent' }),
  ],
  sort: '-createdAt',
  filters: [search('Name or address'), oneOf('status', optionsOf(mailStatusLabels))],
  views: [{ label: 'Failed', query: { status: 'failed' } }],
  panels: [
    panel('Text', (mail) => <MailText mail={mail} />),
    facts('Mail', [
      recipient,
      instant('createdAt', { label: 'Written' }),
      number('attempts'),
      instant('nextAttemptAt', { label: 'Tried next' }),
      instant('sentAt', { label: 'Sent' }),
      text('because', { label: 'Reason' }),
    ]),
  ],
  actions: [action(mailContract.retry, { label: 'Try again', done: ({ toName }: Mail) => `The mail to ${toName} is sent again` })],
  badge: ({ status: state }) => (
    <Row>
      <StatusChip style={statuses[state]} />
    </Row>
  ),
  history: { fields: [], deedOf: ({ action: act }) => (deeds[act] ? { what: deeds[act], covers: ownFields.split(' ') } : undefined) },
  emptyText: 'Invitations and receipts that were written. Without a mail server they are kept here to be read.',
})
