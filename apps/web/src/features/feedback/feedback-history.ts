import { feedbackAboutLabels, feedbackKindLabels, feedbackStateLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const deeds: Readonly<Record<string, { what: string; covers: readonly string[] }>> = {
  create: { what: 'Came in', covers: ['number', 'state', 'channelId', 'externalId'] },
  take: { what: 'Took it on', covers: ['assignedTo', 'state'] },
  assign: { what: 'Assigned it', covers: ['state'] },
  answer: { what: 'Answered', covers: ['state', 'answeredBy', 'answeredAt'] },
  linkOrder: { what: 'Linked an order', covers: ['search', 'storeId', 'riderId', 'branchId', 'customerId'] },
  openTicket: { what: 'Made a ticket', covers: [] },
  close: { what: 'Closed', covers: ['state'] },
  reopen: { what: 'Reopened', covers: ['state'] },
}

/** What was done about feedback, without what follows of it by itself. */
export const feedbackHistory: HistoryWords = {
  fields: [
    selectField('state', { options: optionsOf(feedbackStateLabels) }),
    selectField('about', { options: optionsOf(feedbackAboutLabels) }),
    selectField('kind', { options: optionsOf(feedbackKindLabels) }),
  ],
  deedOf: ({ action }) => (Object.hasOwn(deeds, action) ? deeds[action] : undefined),
}
