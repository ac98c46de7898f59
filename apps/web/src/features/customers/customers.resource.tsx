import {
  type Customer,
  cartContract,
  consentChannelLabels,
  customerContract,
  customerFlagLabels,
  erasureLabels,
  type feedbackContract,
  mergedLabels,
  orderContract,
  segmentContract,
  type ticketContract,
  walletCreditContract,
} from '@larder/contract'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { verticalOptions } from '#entities/references.ts'
import { Reveal } from '#kit/actions/reveal.tsx'
import { custom, instant, money, number, percent, phone, reference, text } from '#kit/cells/columns.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { group } from '#kit/fields/field.ts'
import { emailField, textField } from '#kit/fields/fields.tsx'
import { optionsFrom, optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { soon } from '#kit/lazily.tsx'
import { facts, onlyOf, panel, related } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { listOf, sublist } from '#kit/resource/record/sublist.tsx'
import { customerActs } from './customer-acts.tsx'
import { Consents, Flags, FlagsInFull, flagWords } from './customer-words.tsx'
import { MergedInto } from './merged.tsx'

const CreditBalance = soon(() => import('./credit-balance.tsx').then((module) => module.CreditBalance), <SkeletonCard lines={2} />)
const DataExport = soon(() => import('./data-export.tsx').then((module) => module.DataExport))
const ErasurePanel = soon(() => import('./erasure.tsx').then((module) => module.ErasurePanel))

const flags = custom<Customer>('flags', 'Flags', (customer) => <Flags customer={customer} />, { width: 136, text: flagWords })
const firstOrder = instant('firstOrderAt', { label: 'First order' })
const lastOrder = instant('lastOrderAt', { label: 'Last order', sort: 'lastOrderAt', width: 112 })
const value = money('value', { label: 'Value', sort: 'value', width: 112 })
const refundRate = percent('refundPpm', { label: 'With refund', width: 96 })
/** Masked for those who may reveal one at a time. */
const revealedPhone = custom<Customer>('phone', 'Phone', (customer) => (
  <Reveal endpoint={customerContract.reveal} row={customer} field="phone" label="customer's phone" masked={customer.phone}>
    {(shown) => <PhoneText phone={shown} />}
  </Reveal>
))
const revealedEmail = custom<Customer>('email', 'E-mail', (customer) =>
  customer.email === null ? (
    '–'
  ) : (
    <Reveal endpoint={customerContract.reveal} row={customer} field="email" label="customer's e-mail" masked={customer.email}>
      {(shown) => shown}
    </Reveal>
  ),
)
const segmentOptions = optionsFrom(segmentContract.list, { query: { limit: 100, sort: 'name' } }, ({ rows }) =>
  rows.map(({ id, name, customers: { value: count, capped } }) => ({ value: id, label: name, hint: `${count}${capped ? '+' : ''}` })),
)

/** Who has ordered. */
export const customers = defineResource(customerContract, {
  label: ['Customer', 'Customers'],
  title: ({ name }) => name,
  columns: [
    text('name', { width: 176 }),
    phone('phone', { width: 152 }),
    number('orders', { sort: 'orders', width: 80 }),
    value,
    lastOrder,
    refundRate,
    flags,
    firstOrder,
    text('email', { label: 'E-mail', width: 176 }),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [
    search('Name, phone, e-mail or order number'),
    oneOf('segmentId', segmentOptions, { label: 'Segment' }),
    oneOf('flag', optionsOf(customerFlagLabels)),
    oneOf('vertical', verticalOptions),
    oneOf('consent', optionsOf(consentChannelLabels), { label: 'Agreed to marketing by' }),
    oneOf('erasure', optionsOf(erasureLabels)),
    oneOf('merged', optionsOf(mergedLabels), { label: 'Merged records' }),
  ],
  form: [group('Customer', [textField('name'), emailField('email', { label: 'E-mail' })])],
  panels: [
    related('Latest orders', orderContract.list, ({ id }: Customer) => ({ customerId: id }), [
      text('number'),
      custom('status', 'Status', (order) => <OrderStatusChip status={order.status} />),
      instant('placedAt', { label: 'Placed' }),
      money('total'),
      reference('store', 'store'),
    ]),
    facts<Customer>('Customer', [
      text('name'),
      revealedPhone,
      revealedEmail,
      number('orders'),
      number('delivered', { label: 'Of these delivered' }),
      value,
      refundRate,
      firstOrder,
      lastOrder,
    ]),
    panel('Credits', ({ id }: Customer) => <CreditBalance customerId={id} />, 'side', walletCreditContract.list.shape.permission),
    ...onlyOf(
      ({ erasure }: Customer) => erasure !== null,
      panel('Erasure', (customer: Customer) => <ErasurePanel customer={customer} />, 'side'),
    ),
    ...onlyOf(
      // An erasure takes the file away.
      ({ dataExport, erasure }: Customer) => dataExport !== null && erasure?.state !== 'done',
      panel('Data export', (customer: Customer) => <DataExport customer={customer} />, 'side'),
    ),
    ...onlyOf(
      ({ mergedInto }: Customer) => mergedInto !== null,
      panel('Merged', (customer: Customer) => <MergedInto customer={customer} />, 'side'),
    ),
    ...onlyOf(
      ({ mergedRecords }: Customer) => mergedRecords > 0,
      related('Merged into this one', customerContract.list, ({ id }: Customer) => ({ mergedInto: id }), [text('name'), phone('phone')]),
    ),
    panel('Flags', (customer: Customer) => <FlagsInFull customer={customer} />, 'side'),
    panel('Marketing', (customer: Customer) => <Consents customer={customer} />, 'side'),
  ],
  tabs: [
    sublist('Orders', orderContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customerName'] }),
    sublist('Credits', walletCreditContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customer'] }),
    sublist('Tickets', listOf<typeof ticketContract>('ticket', 'ticket.view'), ({ id }: Customer) => ({ customerId: id }), {
      without: ['customer'],
    }),
    sublist('Feedback', listOf<typeof feedbackContract>('feedback', 'ticket.view'), ({ id }: Customer) => ({ customerId: id }), {
      without: ['customer'],
    }),
    sublist('Carts', cartContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customer'] }),
  ],
  actions: customerActs,
  emptyText: 'People who have ordered.',
})
