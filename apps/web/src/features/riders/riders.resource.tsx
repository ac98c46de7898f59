import { branchContract, formatMoney, type RiderRow, riderContract } from '@larder/contract'
import { custom, instant, mono, number, phone, reference, status, text } from '#kit/cells/columns.tsx'
import { type Look, wordsOf } from '#kit/cells/look.ts'
import { oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { Text } from '#kit/layout/text.tsx'
import { defineResource } from '#kit/resource/define.ts'

const shiftLooks: Record<RiderRow['shiftState'], Look> = {
  available: { label: 'Available', tone: 'good' },
  busy: { label: 'Busy', tone: 'info' },
  break: { label: 'On a break', tone: 'warning' },
  off: { label: 'Off shift', tone: 'neutral' },
}

const vehicle = custom<RiderRow>('vehicle', 'Vehicle', (rider) => wordsOf(rider.vehicle), { text: (rider) => wordsOf(rider.vehicle) })
const cash = custom<RiderRow>(
  'cashInHand',
  'Cash in hand',
  ({ cashInHand, cashLimit }) => (
    <Text size={13} tone={cashInHand.minor >= cashLimit.minor ? 'bad' : 'default'}>
      {formatMoney(cashInHand)} of {formatMoney(cashLimit)}
    </Text>
  ),
  { align: 'right', text: ({ cashInHand }) => formatMoney(cashInHand) },
)
const rating = custom<RiderRow>(
  'ratingTenths',
  'Rating',
  ({ ratingTenths }) => (ratingTenths === null ? '–' : (ratingTenths / 10).toFixed(1)),
  {
    align: 'right',
    text: ({ ratingTenths }) => String((ratingTenths ?? 0) / 10),
  },
)

/** The people who carry orders. */
export const riders = defineResource(riderContract, {
  label: ['Rider', 'Riders'],
  title: (rider) => rider.name,
  columns: [
    text('name', { sort: 'name' }),
    mono('number'),
    status('shiftState', shiftLooks, { label: 'Shift' }),
    number('activeOrders', { label: 'Carrying' }),
    vehicle,
    phone('phone'),
    reference('branch', 'branch'),
    cash,
    rating,
    instant('positionedAt', { label: 'Last seen' }),
  ],
  filters: [
    search('Name, number or phone'),
    oneOf(
      'shiftState',
      [{ value: 'on-shift', label: 'On shift' }, ...Object.entries(shiftLooks).map(([value, { label }]) => ({ value, label }))],
      { label: 'Shift' },
    ),
    referenceFilter('branchId', { label: 'Branch', from: branchContract, title: (branch) => branch.name }),
  ],
  views: [
    { label: 'On shift', query: { shiftState: 'on-shift' } },
    { label: 'Available', query: { shiftState: 'available' } },
  ],
  emptyText: 'People who carry orders from stores to customers.',
})
