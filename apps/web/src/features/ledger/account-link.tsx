import { type LedgerAccount, ledgerAccounts, ledgerEntryContract } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { ListLink } from '#kit/access/places.tsx'

const shared = ['from', 'to', 'storeId', 'branchId']

/** An account, leading to what was booked to it: within the same days, of the same store and branch. */
export function AccountLink({ account }: { account: LedgerAccount }) {
  const [params] = useSearchParams()
  const cut = Object.fromEntries([...params].filter(([key]) => shared.includes(key)))
  const { code, label } = ledgerAccounts[account]
  return (
    <ListLink entity={ledgerEntryContract.list.entity} query={{ ...cut, account }}>
      {code} {label}
    </ListLink>
  )
}
