import { isInstant, riderStatusLabels, type ShiftState, shiftStateLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { Deed, HistoryWords } from '#kit/resource/record/history-words.ts'

const ofStanding = ['status', 'statusReason', 'blockedUntil', 'shiftState']
const deeds: Readonly<Record<string, Deed>> = {
  enterAccount: { what: 'Entered a bank account while they were in review', covers: [] },
  submit: { what: 'Handed in for review', covers: ofStanding },
  sendBack: { what: 'Sent back', covers: ofStanding },
  approve: { what: 'Approved', covers: [...ofStanding, 'approvedBy', 'approvedAt'] },
  blockUnpapered: { what: 'Blocked: a paper has expired', covers: ofStanding },
  unblock: { what: 'Unblocked', covers: ofStanding },
  endBlock: { what: 'Unblocked, as planned', covers: ofStanding },
  leave: { what: 'Said that they have left', covers: ofStanding },
  forceOff: { what: 'Ended the shift', covers: ofStanding },
  message: { what: 'Wrote a message', covers: ['unreadMessages'] },
  noteIncident: { what: 'Noted an incident', covers: [] },
}

/** What a rider's history says of their states and acts. */
export const riderHistory: HistoryWords = {
  fields: [
    selectField('status', { options: optionsOf(riderStatusLabels) }),
    selectField('shiftState', { label: 'Shift', options: optionsOf(shiftStateLabels) }),
    textField('blockedUntil', { label: 'Blocked until' }),
    textField('message', { label: 'Message' }),
    textField('bankAccount', { label: 'Bank account' }),
  ],
  deedOf: ({ action, newOf, timeOf }) => {
    if (action === 'block') {
      const until = newOf('blockedUntil')
      const end = typeof until === 'string' && isInstant(until) ? ` until ${timeOf(until)}` : ''
      return { what: `Blocked${end}`, covers: ofStanding }
    }
    if (action === 'shift') {
      const state = newOf('shiftState') as ShiftState | undefined
      return state && { what: `Shift: ${shiftStateLabels[state].toLowerCase()}`, covers: ofStanding }
    }
    return Object.hasOwn(deeds, action) ? deeds[action] : undefined
  },
}
