import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const deeds: Readonly<Record<string, { what: string; covers: readonly string[] }>> = {
  take: { what: 'Took it on', covers: ['assignedTo', 'state'] },
  assign: { what: 'Assigned it', covers: ['state'] },
  answer: { what: 'Answered', covers: ['state', 'answeredBy', 'answeredAt'] },
  linkOrder: { what: 'Linked an order', covers: ['search', 'storeId', 'riderId', 'branchId', 'customerId'] },
  openTicket: { what: 'Made a ticket', covers: [] },
  close: { what: 'Closed', covers: ['state'] },
}

/** What was done about feedback, without what follows of it by itself. */
export const feedbackHistory: Partial<HistoryWords> = { deedOf: ({ action }) => deeds[action] }
