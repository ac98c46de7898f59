import { type RiderRow, riderContract, shiftStateLabels } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, instant, mono, number, phone, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { wordsOf } from '#kit/words.ts'

const shifts = styleStatuses(shiftStateLabels, { available: 'good', busy: 'info', break: 'warning' })
const vehicle = custom<RiderRow>('vehicle', 'Vehicle', (rider) => wordsOf(rider.vehicle), {
  width: 88,
  text: (rider) => wordsOf(rider.vehicle),
})
const cash = custom<RiderRow>(
  'cashInHand',
  'Cash in hand',
  ({ id, cashInHand, cashLimit }) => (
    <PlaceLink entity="cash-holder" id={id}>
      <Text size={13} tone={cashInHand.minor >= cashLimit.minor ? 'bad' : 'default'}>
        {format().money(cashInHand)} of {format().money(cashLimit)}
      </Text>
    </PlaceLink>
  ),
  { width: 152, align: 'right', text: ({ cashInHand }) => format().money(cashInHand) },
)
const rating = custom<RiderRow>(
  'ratingTenths',
  'Rating',
  ({ ratingTenths }) => (ratingTenths === null ? '–' : (ratingTenths / 10).toFixed(1)),
  {
    width: 72,
    align: 'right',
    text: ({ ratingTenths }) => (ratingTenths === null ? '' : String(ratingTenths / 10)),
  },
)

/** The people who carry orders. */
export const riders = defineResource(riderContract, {
  label: ['Rider', 'Riders'],
  title: (rider) => rider.name,
  columns: [
    text('name', { sort: 'name', width: 168 }),
    mono('number'),
    status('shiftState', shifts, { label: 'Shift' }),
    number('activeOrders', { label: 'Carrying' }),
    vehicle,
    phone('phone'),
    reference('branch', 'branch'),
    cash,
    rating,
    instant('positionedAt', { label: 'Last seen' }),
  ],
  sort: 'name',
  filters: [
    search('Name, number or phone'),
    oneOf('shiftState', [{ value: 'on-shift', label: 'On shift' }, ...optionsOf(shiftStateLabels)], { label: 'Shift' }),
    branchFilter,
  ],
  views: [
    { label: 'On shift', query: { shiftState: 'on-shift' } },
    { label: 'Available', query: { shiftState: 'available' } },
  ],
  emptyText: 'People who deliver orders from stores to customers.',
})
