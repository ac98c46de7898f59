import { ledgerAccountKeys, ledgerAccounts, ledgerEntryKindLabels } from '@larder/contract'
import { valuesOf } from './values-of.ts'

const accountWords = Object.fromEntries(ledgerAccountKeys.map((key) => [key, `${ledgerAccounts[key].code}, ${ledgerAccounts[key].about}`]))

/** What schemas of the ledger are. */
export const ledgerWords = {
  LedgerAccount: { description: `An account of the ledger. ${valuesOf(accountWords)}` },
  LedgerAccountType: { description: 'What the marketplace has, owes, earns or spends.' },
  LedgerBalance: { description: 'An account over some days: what it stood at, what came to either side, what it stands at.' },
  LedgerCheck: { description: 'A check of the ledger against the orders.' },
  LedgerEntry: { description: 'One movement of money in double entry.' },
  LedgerEntryKind: { description: `What happened. ${valuesOf(ledgerEntryKindLabels)}` },
  LedgerPosting: { description: 'One side of an entry: of debit and credit, one is null.' },
  LedgerRecord: { description: 'An entry of the ledger with its place in the chain of its order.' },
}
