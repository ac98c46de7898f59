import {
  branchContract,
  customerContract,
  type OrderRow,
  orderContract,
  orderStatusLabels,
  orderTypeLabels,
  paymentMethodLabels,
  storeContract,
  verticalKeys,
  verticals,
} from '@larder/contract'
import { custom, instant, money, number, reference, text, vertical } from '#kit/cells/columns.tsx'
import { OrderStatusChip } from '#kit/cells/order-status.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { dateRange, oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { Text } from '#kit/layout/text.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { carrierWords, paymentWords } from './order-looks.ts'
import { OrderRowCard } from './order-row-card.tsx'
import { PromiseCell } from './promise-cell.tsx'

const numberColumn = custom<OrderRow>(
  'number',
  'Number',
  (order) => (
    <Text mono size={13} weight={500}>
      {order.number}
    </Text>
  ),
  { width: 100, text: (order) => order.number },
)

/** The columns of every order list, in order: what can wait is last, beyond the edge of a small window. */
export const orderColumns = [
  numberColumn,
  custom<OrderRow>('status', 'Status', (order) => <OrderStatusChip status={order.status} />, {
    width: 118,
    isState: true,
    text: (order) => orderStatusLabels[order.status],
  }),
  custom<OrderRow>('promisedAt', 'Promise', (order) => <PromiseCell order={order} />, { width: 106 }),
  reference('store', 'store', { width: 138 }),
  text('customerName', { label: 'Customer', width: 114 }),
  money('total', { width: 88 }),
  instant('placedAt', { label: 'Placed', sort: 'placedAt', width: 94 }),
  custom<OrderRow>('rider', 'Rider', carrierWords, { width: 92, grows: true, text: carrierWords }),
  custom<OrderRow>('payment', 'Payment', paymentWords, { width: 104, text: paymentWords }),
  vertical('vertical'),
  number('itemCount', { label: 'Items', width: 58 }),
]

/** The one list of orders; a screen fixes what it is about. */
export const orders = defineResource(orderContract, {
  label: ['Order', 'Orders'],
  title: (order) => order.number,
  columns: orderColumns,
  sort: '-placedAt',
  countsWhenAsked: true,
  filters: [
    search('Number, phone or name'),
    dateRange('from', 'to', 'Placed'),
    oneOf('status', [
      { value: 'active', label: 'In progress' },
      { value: 'late', label: 'Late now' },
      { value: 'without-rider', label: 'Without a rider' },
      ...optionsOf(orderStatusLabels),
    ]),
    oneOf('order_type', optionsOf(orderTypeLabels), { label: 'Kind' }),
    oneOf(
      'vertical',
      verticalKeys.map((value) => ({ value, label: verticals[value].label })),
    ),
    oneOf('paymentMethod', optionsOf(paymentMethodLabels), { label: 'Paid by' }),
    referenceFilter('storeId', { label: 'Store', from: storeContract, title: (store) => store.name }),
    referenceFilter('branchId', { label: 'Branch', from: branchContract, title: (branch) => branch.name }),
    {
      ...referenceFilter('customerId', { label: 'Customer', from: customerContract, title: (customer) => customer.name }),
      words: () => 'one',
    },
  ],
  views: [
    { label: 'In progress', query: { status: 'active' } },
    { label: 'Late now', query: { status: 'late' } },
    { label: 'Cash, in progress', query: { status: 'active', paymentMethod: 'cash' } },
    { label: 'Failed', query: { status: 'failed' } },
  ],
  card: (order) => <OrderRowCard order={order} />,
  emptyText: 'Customer orders appear here as they come in.',
})
