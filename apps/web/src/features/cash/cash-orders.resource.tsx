import { type CashOrder, cashHolderLabels, cashOrderContract } from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, instant, money, reference } from '#kit/cells/columns.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const from = custom<CashOrder>(
  'from',
  'With',
  (row) => (
    <PlaceLink entity="cash-holder" id={row.holderId}>
      {row.from.name}
    </PlaceLink>
  ),
  { width: 160, text: (row) => row.from.name },
)

/** Orders whose cash lies with a rider or a store. */
export const cashOrders = defineResource(cashOrderContract, {
  label: ['Order', 'Cash of orders'],
  title: ({ order }) => order.name,
  columns: [
    reference('order', 'order', { width: 120 }),
    money('amount', { sort: 'amount', width: 120 }),
    instant('since', { label: 'Taken', sort: 'since' }),
    reference('store', 'store', { width: 176 }),
    from,
    reference('branch', 'branch'),
  ],
  sort: 'since',
  filters: [search('Order, store or holder'), oneOf('holder', optionsOf(cashHolderLabels), { label: 'With' }), branchFilter],
  history: null,
  emptyText: 'Every order that was paid in cash is deposited.',
})
