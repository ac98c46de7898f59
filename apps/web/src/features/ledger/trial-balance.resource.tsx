import { type LedgerBalance, ledgerAccountContract, ledgerAccounts, ledgerAccountTypeLabels, type Money } from '@larder/contract'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { custom, money } from '#kit/cells/columns.tsx'
import { dateRange, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'
import { AccountLink } from './account-link.tsx'

const account = custom<LedgerBalance>('account', 'Account', (row) => <AccountLink account={row.account} />, {
  width: 240,
  grows: true,
  sort: 'account',
  text: (row) => ledgerAccounts[row.account].label,
})
const type = custom<LedgerBalance>('type', 'Kind', (row) => ledgerAccountTypeLabels[row.type], {
  width: 88,
  text: (row) => ledgerAccountTypeLabels[row.type],
})

/** What an account stands at, on its side: `₹250.00 Dr`. */
export function sided({ minor, currency }: Money): string {
  const amount = format().money({ minor: Math.abs(minor), currency })
  return minor === 0 ? amount : `${amount} ${minor > 0 ? 'Dr' : 'Cr'}`
}
const standing = (key: 'opening' | 'closing', label: string) =>
  custom<LedgerBalance>(key, label, (row) => sided(row[key]), { width: 152, align: 'right', text: (row) => sided(row[key]) })

/** What was booked to each account within some days, and what it stands at. */
export const trialBalance = defineResource(ledgerAccountContract, {
  label: ['Account', 'Trial balance'],
  title: (row) => ledgerAccounts[row.account].label,
  columns: [
    account,
    type,
    standing('opening', 'Opening'),
    money('debit', { label: 'Debits', width: 136 }),
    money('credit', { label: 'Credits', width: 136 }),
    standing('closing', 'Closing'),
  ],
  sort: 'account',
  filters: [search('Account'), dateRange('from', 'to', 'Day'), storeFilter, branchFilter],
  views: [
    { label: 'Today', query: { from: 'today' } },
    { label: 'This month', query: { from: 'this-month' } },
  ],
  history: null,
  emptyText: 'An account stands here once something was booked to it.',
})
