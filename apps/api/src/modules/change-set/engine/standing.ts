import type { ChangeSetStatus } from '@larder/contract'
import type { Because } from '#kit/errors.ts'

/** What of a set says what may be done with it now. */
export interface Standing {
  status: string
  new_rows: number
  changed_rows: number
  missing_rows: number
  stores: number
  needs_approval: string | null
  approved_id: string | null
  task_done: number | null
  published_at: string | null
}

const busy: Because = { reason: 'change-set-busy', message: 'Something of it runs at present.' }
const over: Because = { reason: 'change-set-over', message: 'It is published, taken back or discarded already.' }
const unread: Because = { reason: 'change-set-not-ready', message: 'Its rows are not worked out yet.' }
const empty: Because = { reason: 'change-set-not-ready', message: 'It has no row that could be published.' }
const waits: Because = { reason: 'change-set-waits', message: 'It waits for its approval or its time.' }
const notWaiting: Because = { reason: 'change-set-not-ready', message: 'Nobody has asked for its approval.' }
const unscheduled: Because = { reason: 'change-set-not-ready', message: 'It has no time at which it is published.' }
const still: Because = { reason: 'change-set-not-ready', message: 'Nothing of it runs.' }
const unpublished: Because = { reason: 'change-set-not-ready', message: 'Nothing of it is published.' }
const noNeed: Because = { reason: 'change-set-not-ready', message: 'It needs nobody else: publish it.' }

const isOne = (row: Standing, ...states: ChangeSetStatus[]) => (states as string[]).includes(row.status)
const isBusy = (row: Standing) => row.task_done !== null || isOne(row, 'publishing', 'rolling-back')

/** Why one of which rows stand cannot be sent off; null where it can. */
function whyNotReady(row: Standing): Because | null {
  if (isBusy(row)) return busy
  if (isOne(row, 'draft')) return unread
  if (isOne(row, 'awaiting-approval', 'scheduled')) return waits
  if (!isOne(row, 'validated', 'failed')) return over
  // One that stopped while it was taken back is taken back to its end.
  if (isOne(row, 'failed') && row.published_at !== null) return over
  return row.stores === 0 ? empty : null
}

/** By another person: asked for where it takes two, and only there. */
function whyNotAlone(row: Standing): Because | null {
  const reason = row.needs_approval
  return reason === null || row.approved_id !== null
    ? null
    : { reason: 'change-set-needs-approval', message: `${reason} Send it for approval.` }
}

/** Why each act cannot be done with a set now; null where it can. */
export const actsOf = {
  read: (row) =>
    isBusy(row) ? busy : isOne(row, 'draft', 'validated') ? null : isOne(row, 'awaiting-approval', 'scheduled') ? waits : over,
  submit: (row) => whyNotReady(row) ?? (whyNotAlone(row) === null ? noNeed : null),
  approve: (row) => (isOne(row, 'awaiting-approval') ? null : notWaiting),
  sendBack: (row) => (isOne(row, 'awaiting-approval') ? null : notWaiting),
  publish: (row) => whyNotReady(row) ?? whyNotAlone(row),
  schedule: (row) => whyNotReady(row) ?? whyNotAlone(row),
  unschedule: (row) => (isOne(row, 'scheduled', 'awaiting-approval') ? null : unscheduled),
  stop: (row) => (isBusy(row) ? null : still),
  rollBack: (row) => {
    if (isBusy(row)) return busy
    if (isOne(row, 'published', 'failed')) return null
    return isOne(row, 'rolled-back', 'cancelled') ? over : unpublished
  },
  discard: (row) => {
    if (isBusy(row)) return busy
    return isOne(row, 'draft', 'validated', 'awaiting-approval', 'scheduled') ? null : over
  },
} as const satisfies Record<string, (row: Standing) => Because | null>
