import { crateContract } from '@larder/contract'
import { CrateBalances } from '#entities/crate-balances.tsx'
import { group } from '#kit/fields/field.ts'
import { search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const { columns, inputs, filters } = declareFields(crateContract, {
  code: { help: 'Printed on the crate', isCode: true },
  size: { tones: {} },
  capacityGrams: { label: 'Capacity' },
  deposit: { help: 'What a store pays for each crate it holds' },
  stock: { label: 'Owned', help: 'Crates the marketplace owns, with stores or not' },
  issued: { label: 'With stores' },
  available: { label: 'In stock' },
  active: { label: 'In use' },
})

export const crates = defineResource(crateContract, {
  label: ['Crate', 'Crates'],
  title: (row) => `${row.code} ${row.name}`,
  columns: columns('name', 'code', 'size', 'capacityGrams', 'deposit', 'stock', 'issued', 'available', 'active'),
  sort: 'code',
  filters: [search('Code or name'), ...filters('size', 'active')],
  form: [group('Crate', inputs('code', 'name', 'size', 'capacityGrams')), group('Deposit and stock', inputs('deposit', 'stock', 'active'))],
  blank: { size: 'medium', stock: 0, active: true },
  panels: [
    facts('Crate', columns('code', 'size', 'capacityGrams', 'deposit', 'stock', 'issued', 'available', 'active')),
    panel('With stores', ({ id }) => <CrateBalances of="crateId" id={id} />),
  ],
  emptyText: 'Returnable crates for grocery, fruits and fish.',
})
