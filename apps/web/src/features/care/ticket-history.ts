import { remedyKindLabels, ticketPriorityLabels, ticketQueueLabels, ticketSourceLabels, ticketStateLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

/** What follows by itself of where a ticket stands. */
const clock = [
  ...['state', 'stoppedAt', 'stoppedMinutes', 'stoppedMs', 'solveDueAt', 'answerDueAt', 'answeredAt', 'answerMinutes', 'snoozedUntil'],
  ...['solveMinutes', 'solvedAt', 'reopened'],
]
const claim = ['claimedBy', 'claimedName', 'claimedAt']
const opened = [...clock, ...claim, 'number', 'createdBy']

const deeds: Readonly<Record<string, { what: string; covers: readonly string[] }>> = {
  claim: { what: 'Claimed', covers: claim },
  takeOver: { what: 'Took over', covers: claim },
  release: { what: 'Released', covers: claim },
  snooze: { what: 'Snoozed', covers: clock.filter((field) => field !== 'snoozedUntil') },
  resume: { what: 'Resumed', covers: clock },
  solve: { what: 'Solved', covers: [...clock, ...claim] },
  close: { what: 'Closed', covers: clock },
  reopen: { what: 'Reopened', covers: [...clock, ...claim] },
  answer: { what: 'Answered', covers: clock },
  merge: { what: 'Merged', covers: clock },
  unmerge: { what: 'Undid the merge', covers: [...clock, ...claim] },
  split: { what: 'Split off a part', covers: [] },
  remedy: { what: 'Gave a remedy', covers: [] },
}

/** What was done to a ticket, without what follows of it by itself. */
export const ticketHistory: HistoryWords = {
  fields: [
    selectField('state', { options: optionsOf(ticketStateLabels) }),
    selectField('priority', { options: optionsOf(ticketPriorityLabels) }),
    selectField('queue', { options: optionsOf(ticketQueueLabels) }),
    selectField('source', { label: 'Came from', options: optionsOf(ticketSourceLabels) }),
    selectField('given', { options: optionsOf(remedyKindLabels) }),
    textField('note', { label: 'Said' }),
    textField('imageId', { label: 'Picture' }),
    { ...textField('mergedInto', { label: 'Merged into' }), names: 'ticket' },
    { ...textField('splitFrom', { label: 'Split from' }), names: 'ticket' },
  ],
  deedOf: ({ action, newOf }) => {
    if (action === 'create') return { what: newOf('feedbackId') ? 'Made a ticket of feedback' : 'Opened', covers: opened }
    if (action === 'wait')
      return { what: newOf('state') === 'waiting-store' ? 'Waits for the store' : 'Waits for the customer', covers: clock }
    if (action === 'update') return newOf('priority') ? { what: 'Changed the priority', covers: clock } : undefined
    return Object.hasOwn(deeds, action) ? deeds[action] : undefined
  },
}
