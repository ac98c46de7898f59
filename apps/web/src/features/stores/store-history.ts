import { isInstant, type OpenMode, openModeLabels, storeStatusLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { Deed, HistoryWords, ToldEntry } from '#kit/resource/record/history-words.ts'

const deeds: Readonly<Record<OpenMode, string>> = {
  open: 'Opened the store for orders',
  busy: 'Marked the store as busy',
  paused: 'Paused taking orders',
  closed: 'Closed the store for orders',
}

/** What a store's history says of its states and acts. */
export const storeHistory: HistoryWords = {
  fields: [
    selectField('status', { options: optionsOf(storeStatusLabels) }),
    selectField('openMode', { label: 'Taking orders', options: optionsOf(openModeLabels) }),
    textField('openModeUntil', { label: 'Ends' }),
    textField('bankAccount', { label: 'Bank account' }),
    textField('document', { label: 'Document' }),
    moneyField('minOrder', { label: 'Minimum order' }),
  ],
  deedOf: (told) => (told.action === 'setOpenMode' ? modeDeed(told) : ownDeed(told.action)),
}

/** "Paused taking orders until 6:30 PM". */
function modeDeed({ newOf, timeOf }: ToldEntry): Deed | undefined {
  const [mode, until] = [newOf('openMode') as OpenMode | null | undefined, newOf('openModeUntil')]
  if (!mode) return undefined
  const end = typeof until === 'string' && isInstant(until) ? ` until ${timeOf(until)}` : ''
  return { what: deeds[mode] + end, covers: ['openMode', 'openModeUntil', 'openModeReason'] }
}

const own: Readonly<Record<string, Deed>> = {
  endOpenMode: { what: 'Opened for orders again, as planned', covers: ['openMode', 'openModeUntil', 'openModeReason'] },
  pauseUnlicensed: { what: 'Paused: the licence has expired', covers: ['openMode', 'openModeUntil', 'openModeReason'] },
  enterAccount: { what: 'Entered a bank account while it was in review', covers: [] },
  changePapers: { what: 'Changed its documents while it was in review', covers: [] },
  begin: { what: 'Began its onboarding', covers: ['status', 'statusReason'] },
  submit: { what: 'Submitted the store for approval', covers: ['status', 'statusReason', 'submittedBy'] },
  approve: { what: 'Approved the store', covers: ['status', 'statusReason'] },
  sendBack: { what: 'Sent the store back', covers: ['status', 'statusReason'] },
  goLive: { what: 'Let the store sell', covers: ['status', 'statusReason'] },
  terminate: { what: 'Terminated the store', covers: ['status', 'statusReason'] },
  suspend: { what: 'Suspended the store', covers: ['status', 'statusReason'] },
  reinstate: { what: 'Reinstated the store', covers: ['status', 'statusReason'] },
}

function ownDeed(action: string): Deed | undefined {
  return Object.hasOwn(own, action) ? own[action] : undefined
}
