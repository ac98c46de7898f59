import { orderContract, type ScheduledOrder, scheduledOrderContract, scheduleWarningLabels } from '@larder/contract'
import { branchFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { custom, instant, money, number, reference, text, vertical } from '#kit/cells/columns.tsx'
import { dateRange, oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { Tip } from '#kit/layout/tip.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { moveSlot } from './edit-order.tsx'
import { cancel, releaseNow } from './order-actions.tsx'
import { orderNumber } from './order-number.tsx'
import { paymentWords } from './order-words.ts'
import { hours, hourWords } from './slot-words.ts'

/** `Nov 24, 6:00 PM to 8:00 PM`, by the clocks of its branch. */
const slotWords = ({ slotFrom, slotTo, timeZone }: ScheduledOrder) =>
  `${format().instant(slotFrom, 'dateTime', timeZone)} to ${format().instant(slotTo, 'time', timeZone)}`
const warningWords = ({ warnings }: ScheduledOrder) => warnings.map(({ kind }) => scheduleWarningLabels[kind]).join(', ')

/** The columns of every list of scheduled orders. */
export const scheduledColumns = [
  orderNumber,
  custom<ScheduledOrder>('slotFrom', 'Slot', slotWords, { width: 236, sort: 'slotFrom', text: slotWords }),
  instant('releasesAt', { label: 'Released', width: 84 }),
  custom<ScheduledOrder>(
    'warnings',
    'Attention',
    (row) =>
      row.warnings.length === 0 ? (
        '–'
      ) : (
        <Tip text={row.warnings.map(({ message }) => message).join(' ')} byTouch>
          <Text size={13} weight={600} tone="warning">
            {warningWords(row)}
          </Text>
        </Tip>
      ),
    { width: 124, text: warningWords },
  ),
  reference('store', 'store', { width: 152 }),
  text('customerName', { label: 'Customer', width: 120 }),
  text('itemSummary', { label: 'Items', width: 128 }),
  money('total', { width: 96 }),
  custom<ScheduledOrder>('payment', 'Payment', paymentWords, { width: 120, text: paymentWords }),
  vertical('vertical'),
  reference('branch', 'branch'),
  number('itemCount', { label: 'Count', width: 64 }),
]

/** Orders that wait for their slot. */
export const scheduledOrders = defineResource(scheduledOrderContract, {
  looksInto: orderContract.get,
  label: ['Scheduled order', 'Scheduled orders'],
  title: (order) => order.number,
  columns: scheduledColumns,
  sort: 'slotFrom',
  filters: [
    search('Number, phone, item…'),
    dateRange('from', 'to', 'Slot'),
    oneOf(
      'hour',
      hours.map((hour) => ({ value: String(hour), label: hourWords(hour) })),
      { label: 'Hour' },
    ),
    oneOf('vertical', verticalOptions),
    storeFilter,
    branchFilter,
  ],
  actions: [releaseNow, moveSlot, cancel],
  history: null,
  emptyText: 'Orders for a later time wait here until their store gets them.',
})
