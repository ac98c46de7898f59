import { type CashDeposit, cashDepositContract, cashDepositStatusLabels, cashHolderLabels, Money, riderContract } from '@larder/contract'
import { orderFilter } from '#entities/order/order-filter.ts'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, money, reference, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { FactList, facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const Receipt = soon(() => import('./cash-receipt.tsx').then((module) => module.Receipt))
const DepositedOrders = soon(() => import('./deposited-orders.tsx').then((module) => module.DepositedOrders))

const states = styleStatuses(cashDepositStatusLabels, { deposited: 'good', reversed: 'warning' })
const from = custom<CashDeposit>(
  'from',
  'From',
  (row) => (
    <PlaceLink entity="cash-holder" id={row.from.id}>
      {row.from.name}
    </PlaceLink>
  ),
  { width: 160, text: (row) => row.from.name },
)
const holder = custom<CashDeposit>('holder', 'Kind', (row) => cashHolderLabels[row.holder], {
  width: 72,
  text: (row) => cashHolderLabels[row.holder],
})
const difference = custom<CashDeposit>(
  'difference',
  'Difference',
  ({ difference: { minor, currency }, isAll }) => (
    <Text size={13} tone={minor === 0 ? 'muted' : 'bad'}>
      {minor === 0 ? (isAll ? 'None' : 'Partial') : format().money({ minor, currency })}
    </Text>
  ),
  { width: 104, align: 'right', text: (row) => format().money(row.difference) },
)

const brought = custom<CashDeposit>('isAll', 'Brought', ({ isAll }) =>
  isAll ? 'All that they held' : 'Partial: the rest stayed with them',
)
const checked = custom<CashDeposit>('isChecked', 'Difference approved', ({ isChecked, difference: { minor } }) =>
  isChecked ? 'By another person' : minor === 0 ? 'Nothing differs' : 'Within the limit of whoever received it',
)
const amountOf = (value: unknown) => {
  const { success, data } = Money.safeParse(value)
  return success ? format().money(data) : null
}
const reversal = [
  text('reversedBy', { label: 'Reversed by' }),
  instant('reversedAt', { label: 'When' }),
  text('reversedBecause', { label: 'Why' }),
]

const ofTakingIn = [
  'branchId',
  'counted',
  'differedAlone',
  'difference',
  'expected',
  'fromName',
  'isChecked',
  'number',
  'receivedBy',
  'receivedId',
  'riderId',
  'sequence',
]
const depositHistory: HistoryWords = {
  fields: [
    textField('fromName', { label: 'From' }),
    moneyField('counted', { label: 'Counted' }),
    moneyField('expected', { label: 'Expected' }),
    moneyField('difference', { label: 'Difference' }),
    moneyField('differedAlone', { label: 'Differed that day without approval' }),
    textField('number', { label: 'Receipt' }),
    textField('remark', { label: 'Why it differs' }),
    selectField('status', { options: optionsOf(cashDepositStatusLabels) }),
    textField('statusReason', { label: 'Why' }),
    switchField('isAll', { label: 'All that they held' }),
  ],
  deedOf: ({ action, newOf }) => {
    if (action === 'reverse') return { what: 'Reversed', covers: ['status', 'reversedAt', 'reversedBy'] }
    if (action !== 'create') return undefined
    const [counted, expected, from] = [amountOf(newOf('counted')), amountOf(newOf('expected')), newOf('fromName')]
    if (!counted || !expected || typeof from !== 'string') return undefined
    const part = newOf('isAll') === false ? ', a partial deposit' : ''
    return { what: `Took in ${counted} of ${expected} that ${from} held${part}`, covers: [...ofTakingIn, 'isAll', 'status', 'storeId'] }
  },
}

/** Cash that riders and stores brought: taken in at their page, and reversed as a whole where it was wrong. */
export const cashDeposits = defineResource(cashDepositContract, {
  label: ['Cash deposit', 'Cash deposits'],
  title: ({ number }) => number,
  columns: [
    text('number', { label: 'Receipt', width: 112 }),
    from,
    holder,
    money('counted', { width: 112 }),
    money('expected', { width: 112 }),
    difference,
    status('status', states, { width: 116 }),
    instant('createdAt', { label: 'When', sort: 'createdAt' }),
    text('receivedBy', { label: 'Received by', width: 128 }),
    text('remark', { label: 'Why it differs', width: 160 }),
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  filters: [
    search('Receipt, rider, store, receiver or why'),
    oneOf('holder', optionsOf(cashHolderLabels), { label: 'Kind' }),
    oneOf('status', optionsOf(cashDepositStatusLabels)),
    referenceFilter('riderId', {
      label: 'Rider',
      from: riderContract,
      title: (row: { name: string }) => row.name,
      hint: (row: { number: string }) => row.number,
    }),
    storeFilter,
    branchFilter,
    orderFilter,
  ],
  views: [{ label: 'Reversed', query: { status: 'reversed' } }],
  actions: [
    confirmAction(cashDepositContract.reverse, {
      label: 'Reverse',
      tone: 'danger',
      question: ({ number, from: { name } }: CashDeposit) => `${number} is taken back as a whole: ${name} holds its cash again.`,
      asks: 'reason',
      done: ({ number }) => `${number} reversed`,
    }),
  ],
  badge: ({ status: stands }) => <StatusChip style={states[stands]} />,
  panels: [
    panel('Receipt', (row: CashDeposit) => <Receipt deposit={row} />),
    panel('Orders', ({ id }: CashDeposit) => <DepositedOrders id={id} />),
    facts<CashDeposit>('Deposit', [
      from,
      holder,
      money('counted'),
      money('expected'),
      difference,
      checked,
      brought,
      text('remark', { label: 'Why it differs' }),
      text('broughtBy', { label: 'Brought by' }),
      text('receivedBy', { label: 'Received by' }),
      instant('createdAt', { label: 'When' }),
    ]),
    panel(
      'Reversal',
      (row: CashDeposit) => (row.reversedAt ? <FactList record={row} columns={reversal} /> : <Text tone="muted">Not reversed.</Text>),
      'side',
    ),
  ],
  history: depositHistory,
  emptyText: 'Cash that riders and stores brought to the office, each with its receipt.',
})
