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
    <span className="one-line">
      <Text mono size={13} weight={500}>
        {order.number}
      </Text>
    </span>
  ),
  { text: (order) => order.number },
)

/** The columns of every order list, in order. */
export const orderColumns = [
  numberColumn,
  custom<OrderRow>('status', 'Status', (order) => <OrderStatusChip status={order.status} />, {
    text: (order) => orderStatusLabels[order.status],
  }),
  vertical('vertical'),
  reference('store', 'store'),
  text('customerName', { label: 'Customer' }),
  number('itemCount', { label: 'Items' }),
  money('total'),
  custom<OrderRow>('payment', 'Payment', (order) => <span className="one-line">{paymentWords(order)}</span>, { text: paymentWords }),
  custom<OrderRow>('rider', 'Rider', carrierWords, { text: carrierWords }),
  instant('placedAt', { label: 'Placed', sort: 'placedAt' }),
  custom<OrderRow>('promisedAt', 'Promise', (order) => (
    <span className="one-line">
      <PromiseCell order={order} />
    </span>
  )),
]

/** The one list of orders; a screen fixes what it is about. */
export const orders = defineResource(orderContract, {
  label: ['Order', 'Orders'],
  title: (order) => order.number,
  columns: orderColumns,
  filters: [
    search('Number, phone or name'),
    dateRange('from', 'to', 'Placed'),
    oneOf('status', [
      { value: 'active', label: 'Under way' },
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
    { label: 'Under way', query: { status: 'active' } },
    { label: 'Late now', query: { status: 'late' } },
    { label: 'Cash under way', query: { status: 'active', paymentMethod: 'cash' } },
    { label: 'Failed', query: { status: 'failed' } },
  ],
  card: (order) => <OrderRowCard order={order} />,
  emptyText: 'Orders of customers, as they come in from the apps.',
})
