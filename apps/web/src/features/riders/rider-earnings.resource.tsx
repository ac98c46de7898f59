import { type RiderEarning, riderEarningContract } from '@larder/contract'
import { orderFilter } from '#entities/order/order-filter.ts'
import { branchFilter } from '#entities/references.ts'
import { custom, day, instant, money, reference } from '#kit/cells/columns.tsx'
import { dateRange, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { defineResource } from '#kit/resource/define.ts'

/** "3.2 km × ₹8.00". */
const distanceWords = ({ metres, perKm }: RiderEarning) => `${format().number(metres / 1000)} km × ${format().money(perKm)}`
const waitingWords = ({ waitedMinutes, paidWaitMinutes, perWaitMinute }: RiderEarning) =>
  paidWaitMinutes === 0
    ? `${waitedMinutes} min, none paid`
    : `${paidWaitMinutes} of ${waitedMinutes} min × ${format().money(perWaitMinute)}`

const part = (key: 'distance' | 'waiting', label: string, words: (earning: RiderEarning) => string) =>
  custom<RiderEarning>(
    key,
    label,
    (earning) => (
      <>
        {format().money(earning[key])}
        <Text as="div" size={12} tone="muted">
          {words(earning)}
        </Text>
      </>
    ),
    { width: 144, align: 'right', text: (earning) => format().money(earning[key]) },
  )

/** What riders earned, each figure with what it was computed from. */
export const riderEarnings = defineResource(riderEarningContract, {
  label: ['Earning', 'Rider earnings'],
  title: ({ order }) => order.name,
  columns: [
    reference('order', 'order', { width: 124 }),
    reference('rider', 'rider', { width: 144 }),
    instant('deliveredAt', { label: 'Delivered', sort: 'createdAt' }),
    custom<RiderEarning>('isLate', 'Late', ({ isLate }) => (isLate ? <Text tone="bad">Late</Text> : '–'), {
      width: 72,
      text: ({ isLate }) => (isLate ? 'Yes' : 'No'),
    }),
    money('base', { label: 'Base', width: 80 }),
    part('distance', 'Distance', distanceWords),
    part('waiting', 'Waiting', waitingWords),
    money('peak', { label: 'Peak', width: 80 }),
    money('tip', { label: 'Tip', width: 80 }),
    money('total', { label: 'Earned', width: 96 }),
    day('day', { label: 'Day' }),
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  filters: [search('Order or rider'), branchFilter, dateRange('from', 'to', 'Day'), orderFilter],
  history: null,
  emptyText: 'What riders earn is kept as they deliver, by the pay rule of their branch (Settings > Rider pay).',
})
