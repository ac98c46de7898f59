import { type BankAccount, bankAccountContract, bankAccountStatusLabels, riderContract } from '@larder/contract'
import { accountNumberField, bankCodeHelp } from '#entities/bank-fields.tsx'
import { references } from '#entities/references.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { Reveal } from '#kit/actions/reveal.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search } from '#kit/filters/filters.tsx'
import { orWords } from '#kit/or-words.ts'
import { facts } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

const waitsForText = ({ waitsFor }: BankAccount) => orWords(waitsFor)
const waitsFor = custom<BankAccount>('waitsFor', 'Waits for', (row) => waitsForText(row) || '–', { width: 160, text: waitsForText })
const { columns, cellOf, inputs, filters } = declareFields(
  bankAccountContract,
  {
    holder: { label: 'Account holder', width: 176 },
    accountNumber: { width: 128 },
    code: { label: 'Bank code', help: bankCodeHelp, isCode: true },
    status: { tones: { waiting: 'warning', approved: 'info', 'in-use': 'good', refused: 'bad' }, width: 168 },
    storeId: { help: 'Of a store or of a rider, one of both' },
    enteredBy: { width: 120 },
    createdAt: { label: 'Entered' },
    checkedBy: { label: 'Decided by' },
    checkedAt: { label: 'Decided' },
    because: { label: 'Why' },
    effectiveAt: { label: 'Used from' },
    usedUntil: { label: 'Used until' },
  },
  { storeId: references.store, branchId: references.branch, riderId: { from: riderContract, title: (row: { name: string }) => row.name } },
)
const ownerOf = ({ store, rider: paid }: BankAccount) => (store ?? paid)?.name ?? ''
const owner = custom<BankAccount>(
  'owner',
  'Store or rider',
  ({ store, rider: paid, storeId, riderId }) => (
    <PlaceLink entity={store ? 'store' : 'rider'} id={storeId ?? riderId ?? ''}>
      {(store ?? paid)?.name}
    </PlaceLink>
  ),
  { width: 152, grows: true, text: ownerOf },
)
const named = (row: BankAccount) => `${row.accountNumber} of ${ownerOf(row)}`

const approve = confirmAction(bankAccountContract.approve, {
  label: 'Approve',
  tone: 'primary',
  question: (row: BankAccount) =>
    `${ownerOf(row)} is paid to ${row.accountNumber} of ${row.holder}, as ${row.enteredBy.name} entered it, once the configured hours are over. Until then nothing is paid to it.`,
  done: (row) => `${named(row)} approved`,
})
const refuse = confirmAction(bankAccountContract.refuse, {
  label: 'Refuse',
  tone: 'danger',
  question: (row: BankAccount) => `Nothing is ever paid to ${row.accountNumber}. ${ownerOf(row)} is paid where they were.`,
  asks: 'reason',
  done: (row) => `${named(row)} refused`,
})

const checked = ['state', 'checkedBy', 'checkedAt', 'effectiveAt', 'statusReason']
const history: HistoryWords = {
  fields: [
    selectField('state', { label: 'Status', options: optionsOf(bankAccountStatusLabels) }),
    textField('statusReason', { label: 'Why' }),
    textField('effectiveAt', { label: 'Used from' }),
    textField('tail', { label: 'Last four digits' }),
  ],
  deedOf: ({ action, newOf, timeOf }) => {
    const at = newOf('effectiveAt')
    if (action === 'approve')
      return { what: typeof at === 'string' ? `Approved, used from ${timeOf(at as never)}` : 'Approved', covers: checked }
    if (action === 'refuse') return { what: 'Refused', covers: checked }
    return action === 'replace' ? { what: 'Replaced by another account before it was used', covers: checked } : undefined
  },
}
const account = custom<BankAccount>('accountNumber', 'Account number', (row) => (
  <Reveal endpoint={bankAccountContract.reveal} row={row} field="accountNumber" label="account number" masked={row.accountNumber}>
    {(shown) => <>{shown}</>}
  </Reveal>
))

/** Where stores and riders are paid: each change is an account of its own, and the ones before stay. */
export const bankAccounts = defineResource(bankAccountContract, {
  label: ['Bank account', 'Bank accounts'],
  title: ({ holder, accountNumber }) => `${holder} ${accountNumber}`,
  columns: [
    ...columns('holder', 'accountNumber', 'status'),
    owner,
    ...columns('enteredBy', 'createdAt'),
    waitsFor,
    ...columns('effectiveAt'),
  ],
  sort: '-createdAt',
  filters: [search('Account holder'), ...filters('status', 'storeId', 'riderId', 'branchId')],
  views: [
    { label: 'To approve', query: { status: 'waiting' } },
    { label: 'Not in use yet', query: { status: 'approved' } },
  ],
  form: [
    group('Bank account', [
      ...inputs('storeId', 'riderId', 'holder'),
      accountNumberField('accountNumber', 'Account number'),
      accountNumberField('accountNumberAgain', 'Account number again'),
      ...inputs('code'),
    ]),
  ],
  // Whose page it is entered on says whose it is, and nobody is asked for the other.
  blankOf: ({ storeId, riderId }) => ({ storeId: storeId ?? null, riderId: riderId ?? null }),
  panels: [
    facts('Bank account', [...columns('holder'), account, ...columns('code', 'store', 'rider')]),
    facts('Standing', [
      ...columns('status', 'enteredBy', 'createdAt'),
      waitsFor,
      ...columns('checkedBy', 'checkedAt', 'because', 'effectiveAt', 'usedUntil'),
    ]),
  ],
  badge: cellOf('status'),
  actions: [approve, refuse],
  history,
  emptyText: 'Where a store or a rider is paid, shown by its last four digits.',
})
