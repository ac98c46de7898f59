import * as icons from '@tabler/icons-react'
import { inGroup, listPage, ownListPage, type PageFacts, recordPage } from '../pages.ts'

const cashHolders = () => import('#features/cash/cash-holders.resource.tsx')
const cashDeposits = () => import('#features/cash/cash-deposits.resource.tsx')

const finance: Pick<PageFacts, 'permission'> = { permission: 'finance.view' }
const cash: Pick<PageFacts, 'permission'> = { permission: 'cash.view' }

/** What the books say, and the money that is not in them yet. */
// biome-ignore format: a page is a line
export const moneyPages = inGroup('money', [
  ownListPage('/money/trial-balance', 'ledger-account', 'Trial balance', icons.IconScale, () => import('#features/ledger/trial-balance.screen.tsx'), { ...finance, go: 'b' }),
  listPage('/money/journal', 'ledger-entry', 'Journal', icons.IconNotebook, () => import('#features/ledger/journal.resource.tsx'), { ...finance, go: 'j' }),
  listPage('/money/cash', 'cash-holder', 'Cash to deposit', icons.IconCash, cashHolders, cash),
  recordPage('/money/cash/:id', cashHolders, { ...cash, title: 'Cash', record: 'cash-holder', under: '/money/cash' }),
  recordPage('/branch/order/cash/:id', cashHolders, { ...cash, title: 'Cash', record: 'cash-holder', under: '/branch/order' }),
  listPage('/money/cash-deposits', 'cash-deposit', 'Cash deposits', icons.IconWallet, cashDeposits, cash),
  recordPage('/money/cash-deposits/:id', cashDeposits, { ...cash, title: 'Cash deposit', record: 'cash-deposit', under: '/money/cash-deposits' }),
  listPage('/bankdetails/view', 'bank-account', 'Bank details', icons.IconBuildingBank, () => import('#features/stores/bank-accounts.resource.tsx')),
])
