import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const clock = ['stoppedAt', 'stoppedMinutes', 'solveDueAt', 'answerDueAt', 'snoozedUntil', 'solveMinutes', 'solvedAt']
const claim = ['claimedBy', 'claimedName', 'claimedAt']

/** What was done to a ticket, without what follows of it by itself. */
export const ticketHistory: Partial<HistoryWords> = {
  deedOf: ({ action }) => {
    if (action === 'claim' || action === 'takeOver' || action === 'release')
      return { what: { claim: 'Claimed', takeOver: 'Took over', release: 'Released' }[action], covers: claim }
    if (action === 'wait' || action === 'snooze' || action === 'resume')
      return { what: { wait: 'Made it wait', snooze: 'Snoozed', resume: 'Resumed' }[action], covers: clock }
    if (action === 'solve' || action === 'close') return { what: action === 'solve' ? 'Solved' : 'Closed', covers: [...clock, ...claim] }
    if (action === 'answer') return { what: 'Answered', covers: ['answeredAt', 'answerMinutes'] }
    return undefined
  },
}
