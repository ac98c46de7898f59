import { type CashDeposit, cashDepositContract, cashDepositStatusLabels, Money, riderContract } from '@larder/contract'
import { orderFilter } from '#entities/order/order-filter.ts'
import { references } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom } from '#kit/cells/columns.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { FactList, facts, panel } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const Receipt = soon(() => import('./cash-receipt.tsx').then((module) => module.Receipt))
const DepositedOrders = soon(() => import('./deposited-orders.tsx').then((module) => module.DepositedOrders))

const { columns, cellOf, filters } = declareFields(
  cashDepositContract,
  {
    number: { label: 'Receipt', width: 112 },
    holder: { label: 'Kind', width: 72 },
    counted: { width: 112 },
    expected: { width: 112 },
    status: { tones: { deposited: 'good', reversed: 'warning' }, width: 116 },
    createdAt: { label: 'When' },
    receivedBy: { width: 128 },
    checkedBy: { label: 'Difference approved by', width: 128 },
    remark: { label: 'Why it differs', width: 160 },
    reversedAt: { label: 'When' },
    reversedBecause: { label: 'Why' },
  },
  {
    riderId: { from: riderContract, title: (row: { name: string }) => row.name, hint: (row: { number: string }) => row.number },
    storeId: references.store,
    branchId: references.branch,
  },
)
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
const checked = custom<CashDeposit>('checkedBy', 'Difference approved', ({ checkedBy, difference: { minor } }) =>
  checkedBy ? `By ${checkedBy.name}` : minor === 0 ? 'Nothing differs' : 'Within the limit of whoever received it',
)
const amountOf = (value: unknown) => {
  const { success, data } = Money.safeParse(value)
  return success ? format().money(data) : null
}
const reversal = columns('reversedBy', 'reversedAt', 'reversedBecause')

const ofTakingIn = [
  'branchId',
  'checkedBy',
  'counted',
  'differedAlone',
  'difference',
  'expected',
  'fromName',
  // of entries from before it said who
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
    ...columns('number'),
    from,
    ...columns('holder', 'counted', 'expected'),
    difference,
    ...columns('status', 'createdAt', 'receivedBy', 'remark', 'checkedBy', 'branch'),
  ],
  sort: '-createdAt',
  filters: [
    search('Receipt, rider, store, receiver or why'),
    ...filters('holder', 'status', 'riderId', 'storeId', 'branchId'),
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
  badge: cellOf('status'),
  panels: [
    panel('Receipt', (row: CashDeposit) => <Receipt deposit={row} />),
    panel('Orders', ({ id }: CashDeposit) => <DepositedOrders id={id} />),
    facts<CashDeposit>('Deposit', [
      from,
      ...columns('holder', 'counted', 'expected'),
      difference,
      checked,
      brought,
      ...columns('remark', 'broughtBy', 'receivedBy', 'createdAt'),
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
