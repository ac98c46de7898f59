import {
  type LedgerEntry,
  type LedgerPosting,
  type LedgerRecord,
  ledgerAccountLabels,
  ledgerAccounts,
  ledgerEntryContract,
  ledgerEntryKindLabels,
} from '@larder/contract'
import { Postings } from '#entities/ledger/postings.tsx'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom, day, instant, money, mono, number, reference, text } from '#kit/cells/columns.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { dateRange, exactly, oneOf, search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const kind = custom<LedgerEntry>('kind', 'Kind', (entry) => ledgerEntryKindLabels[entry.kind], {
  width: 144,
  text: (entry) => ledgerEntryKindLabels[entry.kind],
})
/** What people call the record whose money it is. */
const numberOf = ({ order, cashDeposit }: LedgerEntry) => (order ?? cashDeposit)?.number ?? ''
const order = custom<LedgerEntry>(
  'order',
  'Reference',
  (entry) => (
    <PlaceLink entity={entry.order ? 'order' : 'cash-deposit'} id={(entry.order ?? entry.cashDeposit)?.id ?? ''}>
      {numberOf(entry)}
    </PlaceLink>
  ),
  { width: 96, text: numberOf },
)
const sideOf = (postings: readonly LedgerPosting[], side: 'debit' | 'credit') =>
  postings
    .filter((posting) => posting[side])
    .map(({ account }) => ledgerAccounts[account].label)
    .join(', ')
const side = (key: 'debit' | 'credit', label: string) =>
  custom<LedgerEntry>(key, label, ({ postings }) => sideOf(postings, key), {
    width: 168,
    grows: true,
    text: ({ postings }) => sideOf(postings, key),
  })
const entryNumber = mono<'id'>('id', { label: 'Entry' })

/** Every movement of money, newest business day first. */
export const journal = defineResource(ledgerEntryContract, {
  label: ['Entry', 'Journal'],
  title: (entry) => `${ledgerEntryKindLabels[entry.kind]}: ${numberOf(entry)}`,
  columns: [
    day('day', { label: 'Day', sort: 'day' }),
    kind,
    order,
    side('debit', 'Debit'),
    side('credit', 'Credit'),
    money('amount', { width: 112 }),
    text('by', { label: 'By', width: 128 }),
    reference('store', 'store'),
    reference('branch', 'branch'),
    entryNumber,
  ],
  sort: '-day',
  countsWhenAsked: true,
  filters: [
    search('Number of an order'),
    dateRange('from', 'to', 'Day'),
    oneOf('account', optionsOf(ledgerAccountLabels)),
    oneOf('kind', optionsOf(ledgerEntryKindLabels)),
    storeFilter,
    branchFilter,
    exactly('orderId', 'Order by its ID'),
  ],
  views: [
    { label: 'Today', query: { from: 'today' } },
    { label: 'Deliveries', query: { kind: 'delivered' } },
    { label: 'Cash collected', query: { kind: 'collected' } },
    { label: 'Refunds due', query: { account: 'refunds-due' } },
  ],
  panels: [
    panel('Postings', ({ postings }) => <Postings postings={postings} />),
    facts<LedgerRecord>('Entry', [
      kind,
      order,
      reference('store', 'store'),
      reference('branch', 'branch'),
      day('day', { label: 'Day' }),
      text('by', { label: 'By' }),
      instant('at', { label: 'Happened' }),
      instant('bookedAt', { label: 'Booked' }),
    ]),
    facts<LedgerRecord>('Proof', [
      entryNumber,
      number('sequence', { label: 'Entry of the order' }),
      mono('hash'),
      mono('previousHash', { label: 'Hash before' }),
    ]),
  ],
  history: null,
  emptyText: 'Whatever moves money is booked here, and cannot be changed.',
})
