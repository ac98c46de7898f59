import { type LedgerAccount, ledgerAccounts, orderStatuses } from '@larder/contract'

/** Places of rows on their page, by id: a row does not tell its own. */
export const placesOnPages = new Map<string, number>()

/** What a sort goes by, where that is not a field of the row; ids carry the time. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
export const sortValues: Readonly<Record<string, (row: any) => string>> = {
  'cash-holder.list balance': ({ balance }) => String(balance.minor).padStart(12, '0'),
  'cash-order.list amount': ({ amount }) => String(amount.minor).padStart(12, '0'),
  'order-reason.list position': ({ kind, sort }) => `${kind} ${String(sort).padStart(4, '0')}`,
  'order-status.list position': ({ status }) => String.fromCharCode(65 + orderStatuses.indexOf(status)),
  'ledger-account.list account': ({ account }) => ledgerAccounts[account as LedgerAccount].code,
  'saved-view.list name': ({ isMine, name }) => `${isMine ? 0 : 1}${name.toLowerCase()}`,
  'store.list lastOrderAt': ({ lastOrderAt }) => lastOrderAt ?? '',
  'customer.list value': ({ value }) => String(value?.minor ?? 0).padStart(12, '0'),
  'customer.list lastOrderAt': ({ lastOrderAt, createdAt }) => lastOrderAt ?? createdAt,
  'store-document.list expiresOn': ({ expiresOn }) => expiresOn ?? '9999-12-31',
  'temporary-state.list endsAt': ({ endsAt }) => endsAt ?? '9999',
  'menu-scan-row.list position': ({ id }) => String(placesOnPages.get(id)).padStart(6, '0'),
  'menu-scan-row.list confidence': ({ confidencePpm }) => String(confidencePpm).padStart(8, '0'),
}
