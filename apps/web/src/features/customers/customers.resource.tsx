import { type Customer, customerContract, orderContract, ticketContract, walletCreditContract } from '@larder/contract'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { Reveal } from '#kit/actions/reveal.tsx'
import { custom, instant, money, number, phone, reference, text } from '#kit/cells/columns.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { search } from '#kit/filters/filters.tsx'
import { facts, related } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { sublist } from '#kit/resource/record/sublist.tsx'
import { wordsOf } from '#kit/words.ts'

const flagWords = ({ flags }: Customer) => flags.map(wordsOf).join(', ')
const flags = custom<Customer>('flags', 'Flags', (customer) => flagWords(customer) || '–', { width: 120, text: flagWords })
const firstOrder = instant('firstOrderAt', { label: 'First order' })
/** Masked for those who may reveal one at a time. */
const revealed = custom<Customer>('phone', 'Phone', (customer) => (
  <Reveal endpoint={customerContract.reveal} row={customer} field="phone" label="customer's phone" masked={customer.phone}>
    {(shown) => <PhoneText phone={shown} />}
  </Reveal>
))

/** Who has ordered. */
export const customers = defineResource(customerContract, {
  label: ['Customer', 'Customers'],
  title: ({ name }) => name,
  columns: [text('name', { width: 200 }), phone('phone'), number('orders', { width: 80 }), flags, firstOrder],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [search('Name or phone')],
  panels: [
    related('Latest orders', orderContract.list, ({ id }: Customer) => ({ customerId: id }), [
      text('number'),
      custom('status', 'Status', (order) => <OrderStatusChip status={order.status} />),
      reference('store', 'store'),
      money('total'),
      instant('placedAt', { label: 'Placed' }),
    ]),
    facts<Customer>('Customer', [text('name'), revealed, number('orders'), flags, firstOrder]),
  ],
  tabs: [
    sublist('Orders', orderContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customerName'] }),
    sublist('Credits', walletCreditContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customer'] }),
    sublist('Tickets', ticketContract, ({ id }: Customer) => ({ customerId: id }), { without: ['customer'] }),
  ],
  emptyText: 'People who have ordered.',
})
