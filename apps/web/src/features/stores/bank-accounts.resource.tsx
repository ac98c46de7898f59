import { type BankAccount, bankAccountContract, riderContract } from '@larder/contract'
import { accountNumberField, bankCodeHelp } from '#entities/bank-fields.tsx'
import { branchFilter, references, storeFilter } from '#entities/references.ts'
import { Reveal } from '#kit/actions/reveal.tsx'
import { boolean, custom, instant, mono, reference, text } from '#kit/cells/columns.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { textField } from '#kit/fields/fields.tsx'
import { referenceFilter, search } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const rider = { from: riderContract, title: (row: { name: string }) => row.name }
const enteredBy = custom<BankAccount>('enteredBy', 'Entered by', (row) => row.enteredBy.name, {
  width: 128,
  text: (row) => row.enteredBy.name,
})
const isUsed = boolean('isNewest', { label: 'In use' })
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
    text('holder', { label: 'Account holder', width: 200 }),
    text('accountNumber', { label: 'Account number', width: 136 }),
    mono('code', { label: 'Bank code', width: 128 }),
    isUsed,
    reference('store', 'store', { width: 152 }),
    reference('rider', 'rider', { width: 152 }),
    enteredBy,
    instant('createdAt', { label: 'Entered', sort: 'createdAt' }),
  ],
  sort: '-createdAt',
  filters: [search('Account holder'), storeFilter, referenceFilter('riderId', { label: 'Rider', ...rider }), branchFilter],
  form: [
    group('Bank account', [
      referenceField('storeId', { label: 'Store', help: 'Of a store or of a rider, one of both', ...references.store }),
      referenceField('riderId', { label: 'Rider', ...rider }),
      textField('holder', { label: 'Account holder' }),
      accountNumberField('accountNumber', 'Account number'),
      accountNumberField('accountNumberAgain', 'Account number again'),
      textField('code', { label: 'Bank code', help: bankCodeHelp }),
    ]),
  ],
  panels: [
    facts('Bank account', [
      text('holder', { label: 'Account holder' }),
      account,
      mono('code', { label: 'Bank code' }),
      isUsed,
      reference('store', 'store'),
      reference('rider', 'rider'),
      enteredBy,
    ]),
  ],
  emptyText: 'Where a store or a rider is paid, shown by its last four digits.',
})
