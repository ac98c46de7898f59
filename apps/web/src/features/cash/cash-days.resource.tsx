import { type CashDay, cashDayContract, cashHolderLabels, type Money } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, money, reference } from '#kit/cells/columns.tsx'
import { dateRange, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { defineResource } from '#kit/resource/define.ts'

const day = custom<CashDay>(
  'day',
  'Day',
  ({ day: on, branchDayId }) => (
    <PlaceLink entity="branch-day" id={branchDayId}>
      {format().day(on)}
    </PlaceLink>
  ),
  { width: 120, sort: 'day', text: ({ day: on }) => format().day(on) },
)
const from = custom<CashDay>(
  'from',
  'Who',
  ({ from: { id, name } }) => (
    <PlaceLink entity="cash-holder" id={id}>
      {name}
    </PlaceLink>
  ),
  { width: 176, text: (row) => row.from.name },
)
const holder = custom<CashDay>('holder', 'Kind', (row) => cashHolderLabels[row.holder], {
  width: 72,
  text: (row) => cashHolderLabels[row.holder],
})
const words = ({ difference: { minor, currency } }: { difference: Money }) => (minor === 0 ? 'None' : format().money({ minor, currency }))
const difference = custom<CashDay>(
  'difference',
  'Difference',
  (row) => (
    <Text size={13} tone={row.difference.minor === 0 ? 'muted' : 'bad'}>
      {words(row)}
    </Text>
  ),
  { width: 104, align: 'right', text: words },
)

/** What riders and stores had of customers' cash on closed days: what they began with, moved and carried over. */
export const cashDays = defineResource(cashDayContract, {
  label: ['Cash of a day', 'Cash by day'],
  title: ({ from: { name }, day: on }) => `${name}, ${format().day(on)}`,
  columns: [
    day,
    from,
    holder,
    money('opening', { width: 112 }),
    money('collected', { width: 112 }),
    money('deposited', { width: 112 }),
    difference,
    money('closing', { width: 112 }),
    reference('branch', 'branch'),
  ],
  sort: '-day',
  filters: [search('Rider or store'), dateRange('from', 'to', 'Day'), branchFilter],
  history: null,
  emptyText: 'Kept when a day of a branch is closed, of each rider and store that had cash of customers on it.',
})
