import { type OrderRow, orderContract, orderTypeLabels, paymentMethodLabels } from '@larder/contract'
import { OrderStatusChip, orderStatusOptions } from '#entities/order/order-status.tsx'
import { branchFilter, claimFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { custom, instant, money, number, reference, text, vertical } from '#kit/cells/columns.tsx'
import { type OptionSource, optionsOf } from '#kit/fields/options.ts'
import { dateRange, oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { carrierWords, paymentWords } from './order-words.ts'
import { PromiseCell } from './promise.tsx'

const CustomerInput = soon(() => import('#entities/customer-filter.tsx').then((module) => module.CustomerFilterInput))
// What a phone shows of it; until that is here, its room.
const OrderRowCard = soon(() => import('./order-row-card.tsx').then((module) => module.OrderRowCard), <div style={{ height: 96 }} />)

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

const channelWords = ({ isByPhone }: OrderRow) => (isByPhone ? 'Phone order' : 'App')
const handlerWords = ({ claimedBy }: OrderRow) => claimedBy?.name ?? ''

const statuses: OptionSource = {
  ...orderStatusOptions,
  optionsOf: (answer) => [
    { value: 'active', label: 'In progress' },
    { value: 'late', label: 'Late now' },
    { value: 'without-rider', label: 'Without a rider' },
    { value: 'unpaid', label: 'Unpaid' },
    ...orderStatusOptions.optionsOf(answer),
  ],
}

/** The columns of every order list, in order: what can wait is last, beyond the edge of a small window. */
export const orderColumns = [
  numberColumn,
  custom<OrderRow>('status', 'Status', (order) => <OrderStatusChip status={order.status} />, {
    width: 118,
    isState: true,
    text: (order) => order.status,
  }),
  custom<OrderRow>('promisedAt', 'Promise', (order) => <PromiseCell order={order} />, { width: 106 }),
  reference('store', 'store', { width: 138 }),
  text('customerName', { label: 'Customer', width: 114 }),
  money('total', { width: 88 }),
  instant('placedAt', { label: 'Placed', sort: 'placedAt', width: 94 }),
  custom<OrderRow>('rider', 'Rider', carrierWords, { width: 92, grows: true, text: carrierWords }),
  custom<OrderRow>('payment', 'Payment', paymentWords, { width: 104, text: paymentWords }),
  vertical('vertical'),
  custom<OrderRow>('claimedBy', 'Handled by', handlerWords, { width: 114, text: handlerWords }),
  number('itemCount', { label: 'Items', width: 58 }),
  custom<OrderRow>('isByPhone', 'Channel', channelWords, { width: 104, text: channelWords }),
]

/** The one list of orders; a screen fixes what it is about. */
export const orders = defineResource(orderContract, {
  label: ['Order', 'Orders'],
  title: (order) => order.number,
  columns: orderColumns,
  sort: '-placedAt',
  countsWhenAsked: true,
  filters: [
    search('Number, phone, item…'),
    dateRange('from', 'to', 'Placed'),
    oneOf('status', statuses),
    oneOf('order_type', optionsOf(orderTypeLabels), { label: 'Kind' }),
    oneOf('vertical', verticalOptions),
    toggle('isByPhone', 'Taken by phone'),
    oneOf('paymentMethod', optionsOf(paymentMethodLabels), { label: 'Paid by' }),
    claimFilter,
    storeFilter,
    branchFilter,
    { keys: ['customerId'], label: 'Customer', kind: 'filter', input: (props) => <CustomerInput {...props} />, words: () => 'one' },
  ],
  views: [
    { label: 'In progress', query: { status: 'active' } },
    { label: 'Late now', query: { status: 'late' } },
    { label: 'Cash, in progress', query: { status: 'active', paymentMethod: 'cash' } },
    { label: 'Failed', query: { status: 'failed' } },
  ],
  bulkLater: {
    permissions: ['order.view'],
    load: () => import('./orders-bulk.tsx').then((module) => module.ordersBulk),
  },
  card: (order) => <OrderRowCard order={order} />,
  emptyText: 'None came in yet.',
})
