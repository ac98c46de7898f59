import { measured, type RiderShift, riderShiftContract } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { custom, day, instant, number, reference } from '#kit/cells/columns.tsx'
import { When } from '#kit/cells/when.tsx'
import { dateRange, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'

/** "8 h 5 min". */
export function hoursText(minutes: number): string {
  return measured(minutes, 'min', format())
}

const worked = custom<RiderShift>('workedMinutes', 'Worked', ({ workedMinutes }) => hoursText(workedMinutes), {
  width: 104,
  align: 'right',
  text: ({ workedMinutes }) => hoursText(workedMinutes),
})
const ended = custom<RiderShift>(
  'endedAt',
  'Ended',
  ({ endedAt, timeZone }) => (endedAt ? <When at={endedAt} zone={timeZone} /> : 'On shift'),
  { width: 112, text: ({ endedAt }) => endedAt ?? '' },
)
const endedBy = custom<RiderShift>(
  'endReason',
  'Ended by',
  ({ endedBy: who, endReason, endedAt }) => (who ? `${who}: ${endReason}` : endedAt ? 'The rider' : '–'),
  { width: 200, grows: true, text: ({ endedBy: who, endReason }) => (who ? `${who}: ${endReason}` : '') },
)

/** What riders worked. */
export const riderShifts = defineResource(riderShiftContract, {
  label: ['Shift', 'Rider shifts'],
  title: ({ rider, day: of }) => `${rider.name}, ${format().day(of)}`,
  columns: [
    day('day', { label: 'Day' }),
    reference('rider', 'rider', { width: 160 }),
    instant('beganAt', { label: 'Began', sort: 'createdAt' }),
    ended,
    worked,
    number('breakMinutes', { label: 'Break' }),
    endedBy,
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  filters: [search('Rider or why it ended'), branchFilter, dateRange('from', 'to', 'Day')],
  history: null,
  emptyText: 'Shifts begin as riders say in their app that they are available.',
})
