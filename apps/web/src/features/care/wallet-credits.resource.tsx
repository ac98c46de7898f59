import { type WalletCredit, walletCreditContract, walletCreditStateLabels } from '@larder/contract'
import { instant, money, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { CreditEntries } from './credit-entries.tsx'

const state = status('state', styleStatuses(walletCreditStateLabels, { open: 'good' }), { width: 96 })
const columns = [
  reference('customer', 'customer'),
  money('amount'),
  money('left'),
  state,
  instant('expiresAt', { label: 'Expires', sort: 'expiresAt' }),
  reference('ticket', 'ticket', { width: 88 }),
  text('by', { label: 'Granted by', width: 128 }),
  instant('createdAt', { label: 'Granted', sort: 'createdAt' }),
  reference('store', 'store'),
]

/** Credits of customers. */
export const walletCredits = defineResource(walletCreditContract, {
  label: ['Credit', 'Credits'],
  title: ({ customer }: WalletCredit) => `Credit of ${customer.name}`,
  columns,
  sort: '-createdAt',
  filters: [search('Customer'), oneOf('state', optionsOf(walletCreditStateLabels))],
  panels: [
    facts<WalletCredit>('Credit', columns, 'main'),
    panel('What happened to it', ({ id }: WalletCredit) => <CreditEntries id={id} />),
  ],
  emptyText: 'Credits that customers were granted.',
})
