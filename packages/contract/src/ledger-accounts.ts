import { enumOf, keysOf } from './values/collection.ts'

/** What an account is: what the marketplace has, what it owes, what it earns, what it spends. */
export const ledgerAccountTypeLabels = { asset: 'Asset', liability: 'Liability', income: 'Income', expense: 'Expense' } as const
export const LedgerAccountType = enumOf(ledgerAccountTypeLabels)
export type LedgerAccountType = keyof typeof ledgerAccountTypeLabels

interface AccountFacts {
  /** Its number in the chart. */
  code: string
  label: string
  type: LedgerAccountType
  about: string
}

/** The chart of accounts, in its order. The ledger knows no others. */
export const ledgerAccounts = {
  customers: {
    code: '1100',
    label: 'Customers',
    type: 'asset',
    about: 'What customers owe for orders that they have placed and not paid; less than nothing where they are owed.',
  },
  gateway: { code: '1200', label: 'Payment gateway', type: 'asset', about: 'Online payments that were captured, and not paid out yet.' },
  'card-terminals': { code: '1210', label: 'Card terminals', type: 'asset', about: 'Card payments at the door and at the counter.' },
  'cash-office': {
    code: '1300',
    label: 'Cash office',
    type: 'asset',
    about: 'Cash that riders and stores deposited, as it was counted, less refunds in cash.',
  },
  'rider-cash': { code: '1310', label: 'Cash with riders', type: 'asset', about: 'Cash that riders collected and have not deposited.' },
  'store-cash': { code: '1320', label: 'Cash with stores', type: 'asset', about: 'Cash that stores collected at the counter.' },
  'rider-refunds': {
    code: '1330',
    label: 'Riders: refunds they bear',
    type: 'asset',
    about: 'Refunds and other remedies that riders bear, and owe.',
  },
  bank: { code: '1400', label: 'Bank', type: 'asset', about: 'What was deposited, less what was paid out.' },
  'open-orders': {
    code: '2100',
    label: 'Orders in progress',
    type: 'liability',
    about: 'The totals of orders that are not delivered yet.',
  },
  'refunds-due': { code: '2200', label: 'Refunds due', type: 'liability', about: 'Refunds that were approved and are not done yet.' },
  'store-items': {
    code: '2310',
    label: 'Owed to stores: items',
    type: 'liability',
    about: 'Items of delivered orders, without tax: the base of commission by gross items.',
  },
  'store-packing': {
    code: '2320',
    label: 'Owed to stores: packing',
    type: 'liability',
    about: 'Packing of delivered orders, without tax.',
  },
  'store-discounts': {
    code: '2330',
    label: 'Owed to stores: their discounts',
    type: 'liability',
    about: 'Discounts that stores pay for: with their items, the base of commission net of store discounts.',
  },
  'store-refunds': {
    code: '2340',
    label: 'Owed to stores: refunds they bear',
    type: 'liability',
    about: 'Refunds of orders that stand, as far as stores bear them, but for items (2350): less is owed to them by it.',
  },
  'store-refunded-items': {
    code: '2350',
    label: 'Owed to stores: items they refund',
    type: 'liability',
    about: 'Items of delivered orders that stores refund, without tax: less is owed to them by it, and either base of commission is less.',
  },
  'store-remedies': {
    code: '2360',
    label: 'Owed to stores: remedies',
    type: 'liability',
    about: 'Compensation that stores get; less is owed to them by the credits of customers that they bear.',
  },
  'wallet-credits': {
    code: '2600',
    label: 'Credits of customers',
    type: 'liability',
    about: 'Credits that customers were granted and that are neither spent on an order nor expired.',
  },
  tips: { code: '2400', label: 'Tips owed to riders', type: 'liability', about: 'Tips of delivered orders.' },
  tax: {
    code: '2500',
    label: 'Tax collected',
    type: 'liability',
    about: 'Tax of delivered orders, on items, packing and delivery, without that of what was refunded of them.',
  },
  'brand-discounts': { code: '1500', label: 'Brands', type: 'asset', about: 'Discounts that brands pay for, and owe.' },
  'delivery-fees': { code: '4100', label: 'Delivery fees', type: 'income', about: 'Delivery of delivered orders, without tax.' },
  rounding: {
    code: '4900',
    label: 'Rounding',
    type: 'income',
    about: 'What totals were rounded by; less than nothing where more was rounded down.',
  },
  'expired-credits': {
    code: '4910',
    label: 'Expired credits',
    type: 'income',
    about: 'What was left of credits of customers when their time was over.',
  },
  'platform-remedies': {
    code: '5250',
    label: 'Remedies of the marketplace',
    type: 'expense',
    about: 'Credits of customers and compensation of stores, as far as the marketplace bears them.',
  },
  'platform-discounts': {
    code: '5100',
    label: 'Discounts of the marketplace',
    type: 'expense',
    about: 'Discounts that the marketplace pays for.',
  },
  'cash-differences': {
    code: '5300',
    label: 'Cash differences',
    type: 'expense',
    about: 'What was counted less than expected when cash was deposited; less than nothing where more was.',
  },
  'payment-differences': {
    code: '5400',
    label: 'Payment differences',
    type: 'expense',
    about: 'What a gateway or a channel has less than orders say, once somebody settled it; less than nothing where it has more.',
  },
  'platform-refunds': {
    code: '5200',
    label: 'Refunds of the marketplace',
    type: 'expense',
    about: 'Refunds of orders that stand, as far as the marketplace bears them.',
  },
} as const satisfies Readonly<Record<string, AccountFacts>>
export type LedgerAccount = keyof typeof ledgerAccounts

/** Keys of all accounts, by their numbers. */
export const ledgerAccountKeys = /* @__PURE__ */ keysOf(ledgerAccounts).sort((a, b) =>
  ledgerAccounts[a].code.localeCompare(ledgerAccounts[b].code),
)

/** What people read of each account: its number and its name. */
export const ledgerAccountLabels = /* @__PURE__ */ labelsOfAccounts()
export const LedgerAccount = /* @__PURE__ */ enumOf(ledgerAccountLabels)

function labelsOfAccounts() {
  const labelled = ledgerAccountKeys.map((key) => [key, `${ledgerAccounts[key].code} ${ledgerAccounts[key].label}`])
  return Object.fromEntries(labelled) as Record<LedgerAccount, string>
}

/** What happened, of which an entry tells. */
export const ledgerEntryKindLabels = {
  placed: 'Order placed',
  repriced: 'Order repriced',
  edited: 'Order edited',
  delivered: 'Order delivered',
  rejected: 'Order rejected',
  cancelled: 'Order cancelled',
  failed: 'Delivery failed',
  restored: 'Order restored',
  captured: 'Payment captured',
  collected: 'Payment collected',
  deposited: 'Cash deposited',
  'cash-deposited': 'Cash deposit',
  'cash-deposit-reversed': 'Cash deposit reversed',
  'payment-reversed': 'Payment reversed',
  'refund-approved': 'Refund approved',
  'refund-borne': 'Refund borne',
  'refund-paid': 'Refund done',
  'refund-declined': 'Refund declined',
  'difference-settled': 'Difference settled',
  'credit-granted': 'Credit granted',
  'credit-spent': 'Credit spent',
  'credit-returned': 'Credit returned',
  'credit-expired': 'Credit expired',
  compensated: 'Store compensated',
  opening: 'Opening entry',
  corrected: 'Correction',
} as const
export const LedgerEntryKind = enumOf(ledgerEntryKindLabels)
export type LedgerEntryKind = keyof typeof ledgerEntryKindLabels
