import {
  type CashHolder,
  type cashDayContract,
  cashDepositContract,
  cashHolderContract,
  cashHolderLabels,
  cashOrderContract,
} from '@larder/contract'
import { branchFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, instant, money, number, reference, text } from '#kit/cells/columns.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { listOf, sublist } from '#kit/resource/record/sublist.tsx'
import { ToDeposit } from './take-in.tsx'

const kind = custom<CashHolder>('holder', 'Kind', ({ holder }) => cashHolderLabels[holder], {
  width: 72,
  text: ({ holder }) => cashHolderLabels[holder],
})
const balance = custom<CashHolder>(
  'balance',
  'To deposit',
  ({ balance: held, limit }) => (
    <Text size={13} weight={600} tone={limit && held.minor >= limit.minor ? 'bad' : 'default'}>
      {format().money(held)}
    </Text>
  ),
  { width: 128, align: 'right', sort: 'balance', text: ({ balance: held }) => format().money(held) },
)
const whose = custom<CashHolder>('name', 'Who', ({ id, holder, name }) => (
  <PlaceLink entity={holder} id={id}>
    {name}
  </PlaceLink>
))
const since = instant('since', { label: 'Since', sort: 'since' })

/** Who holds cash of customers, how much, and since when. */
export const cashHolders = defineResource(cashHolderContract, {
  label: ['Holder', 'Cash to deposit'],
  title: ({ name }) => name,
  columns: [
    text('name', { label: 'Who', sort: 'name', width: 200 }),
    kind,
    balance,
    money('limit', { width: 120 }),
    since,
    number('orders', { width: 80 }),
    reference('branch', 'branch'),
  ],
  sort: '-balance',
  filters: [search('Rider or store'), oneOf('holder', optionsOf(cashHolderLabels), { label: 'Kind' }), branchFilter],
  views: [
    { label: 'Riders', query: { holder: 'rider' } },
    { label: 'Stores', query: { holder: 'store' } },
    { label: 'Longest held', query: { sort: 'since' } },
  ],
  panels: [
    panel('To deposit', (holder: CashHolder) => <ToDeposit holder={holder} />),
    facts<CashHolder>('Holder', [whose, kind, reference('branch', 'branch'), money('limit'), number('orders'), since]),
  ],
  tabs: [
    sublist('Orders', cashOrderContract, ({ id }: CashHolder) => ({ holderId: id }), { without: ['from', 'branch'] }),
    sublist('Deposits', cashDepositContract, ({ id, holder }: CashHolder) => ({ [`${holder}Id`]: id }), {
      without: ['from', 'holder', 'branch'],
    }),
    sublist('Days', listOf<typeof cashDayContract>('cash-day', 'cash.view'), ({ id }: CashHolder) => ({ holderId: id }), {
      without: ['from', 'holder', 'branch'],
    }),
  ],
  history: null,
  emptyText: 'Nobody holds cash of customers at present.',
})
