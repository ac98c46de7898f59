import { type LedgerPosting, ledgerAccounts } from '@larder/contract'
import { custom, money } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { Text } from '#kit/layout/text.tsx'

const account = custom<LedgerPosting>(
  'account',
  'Account',
  ({ account: key }) => (
    <>
      <Text size={13} tone="muted">
        {ledgerAccounts[key].code}
      </Text>{' '}
      {ledgerAccounts[key].label}
    </>
  ),
  { text: ({ account: key }) => ledgerAccounts[key].label },
)
const columns = [account, money('debit'), money('credit')]

/** Both sides of an entry of the ledger. */
export function Postings({ postings }: { postings: readonly LedgerPosting[] }) {
  return <RowsTable label="Postings" columns={columns} rows={postings} keyOf={({ account: key }) => key} />
}
