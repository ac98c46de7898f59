import {
  bankAccountContract,
  branchContract,
  crateContract,
  itemContract,
  type Money,
  machineContract,
  storeContract,
  storeDocumentContract,
} from '@larder/contract'
import { expect, test } from 'vitest'
import { declareFields } from './declare-fields.ts'

const store = { from: storeContract, title: (row: { name: string }) => row.name }
const crate = declareFields(crateContract, {
  code: { isCode: true, help: 'On it' },
  size: { tones: {} },
  stock: { label: 'Owned', width: 90 },
})
const machine = declareFields(machineContract, { status: { tones: { online: 'good' } } }, { storeId: store })
const textOf = <R,>(columns: readonly { text: (row: R) => string }[], row: R) => columns.map(({ text }) => text(row))

test('how a field is shown follows from the contract, and what the list is sorted by', () => {
  const deposit = { minor: 5_000, currency: 'INR' } as Money
  const columns = crate.columns('name', 'size', 'capacityGrams', 'deposit', 'active')
  expect(textOf(columns, { name: 'Big', size: 'large', capacityGrams: 1_500, deposit, active: true })).toEqual([
    'Big',
    'Large',
    '1.5 kg',
    '₹50.00',
    'Yes',
  ])
  expect(
    crate
      .columns('name', 'code', 'size', 'stock', 'deposit')
      .map(({ label, sort, width, align, isState }) => [label, sort, width, align, isState]),
  ).toEqual([
    ['Name', 'name', 140, 'left', false],
    ['Code', 'code', 104, 'left', false],
    ['Size', undefined, 120, 'left', true],
    ['Owned', undefined, 90, 'right', false],
    ['Deposit', undefined, 96, 'right', false],
  ])
  expect(textOf(machine.columns('kind', 'store'), { kind: 'till', store: { id: 's', name: 'Fish Cove' } })).toEqual(['Till', 'Fish Cove'])
})

test('another record without an id beside it is a name; of none there is nothing to show', () => {
  const { columns } = declareFields(bankAccountContract)
  expect(textOf(columns('enteredBy', 'checkedBy'), { enteredBy: { id: 'm', name: 'Maya' }, checkedBy: null })).toEqual(['Maya', ''])
})

test('what is typed, and what the list is cut by, are named alike', () => {
  expect(machine.inputs('name', 'storeId', 'kind').map(({ label, show }) => [label, show('till')])).toEqual([
    ['Name', 'till'],
    ['Store', 'another one'],
    ['Kind', 'Till'],
  ])
  expect(crate.inputs('code', 'stock', 'active').map(({ label, help, isSelfLabelled }) => [label, help, isSelfLabelled])).toEqual([
    ['Code', 'On it', undefined],
    ['Owned', undefined, undefined],
    ['Active', undefined, true],
  ])
  expect(machine.filters('storeId', 'kind', 'status').map(({ label, keys }) => [label, keys])).toEqual([
    ['Store', ['storeId']],
    ['Kind', ['kind']],
    ['Status', ['status']],
  ])
})

test('a source of other records than a field names is refused, for what is typed and for what a list is cut by', () => {
  const { inputs, filters } = declareFields(machineContract, {}, { storeId: { ...store, from: branchContract } })
  const words = 'storeId names a store, its source is of a branch'
  expect(() => inputs('storeId')).toThrow(words)
  expect(() => filters('storeId')).toThrow(words)
})

// Never called: what it says is that each of these does not compile.
export function forgotten() {
  // @ts-expect-error -- a field that nobody has
  declareFields(machineContract, { colour: { label: 'Colour' } })
  // @ts-expect-error -- a state that there is none of
  declareFields(machineContract, { status: { tones: { onlin: 'good' } } })
  // @ts-expect-error -- a column of no field
  machine.columns('colour')
  // @ts-expect-error -- a field that no cell can show by its kind
  machine.columns('message')
  // @ts-expect-error -- an id, which says nothing to people
  machine.columns('storeId')
  // @ts-expect-error -- a tone of what is no text
  declareFields(crateContract, { stock: { tones: {} } })
  // @ts-expect-error -- a filter by a number, which has an input of its own
  declareFields(storeDocumentContract).filters('expiresWithinDays')
  // @ts-expect-error -- a choice that may be none: nobody says what none means
  declareFields(itemContract).inputs('vegMark')
  // @ts-expect-error -- an input of no field of a draft
  machine.inputs('status')
  // @ts-expect-error -- a filter that the list does not take
  machine.filters('name')
  // @ts-expect-error -- a filter of another record, of which nobody says whence it comes
  machine.filters('branchId')
  // @ts-expect-error -- an input of another record, of which nobody says whence it comes
  declareFields(machineContract).inputs('storeId')
  // @ts-expect-error -- whence something comes that is no record
  declareFields(machineContract, {}, { kind: store })
}
