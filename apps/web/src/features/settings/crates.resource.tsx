import { crateContract, crateSizeLabels } from '@larder/contract'
import { boolean, money, mono, number, status, text } from '#kit/cells/columns.tsx'
import { looksOf } from '#kit/cells/look.ts'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const sizes = optionsOf(crateSizeLabels)

export const crates = defineResource(crateContract, {
  label: ['Crate', 'Crates'],
  title: (row) => `${row.code} ${row.name}`,
  columns: [
    text('name', { sort: 'name' }),
    mono('code', { sort: 'code' }),
    status('size', looksOf(crateSizeLabels)),
    number('capacityGrams', { label: 'Capacity', unit: 'g' }),
    money('deposit'),
    number('stock'),
    boolean('active', { label: 'In use' }),
  ],
  sort: 'code',
  filters: [search('Code or name'), oneOf('size', sizes), toggle('active', 'In use')],
  form: [
    group('Crate', [
      textField('code', { help: 'Printed on the crate' }),
      textField('name'),
      selectField('size', { options: sizes }),
      numberField('capacityGrams', { label: 'Capacity', unit: 'g' }),
    ]),
    group('Deposit and stock', [
      moneyField('deposit', { help: 'What a store pays for each crate it holds' }),
      numberField('stock', { help: 'Crates the marketplace owns' }),
      switchField('active', { label: 'In use' }),
    ]),
  ],
  blank: { size: 'medium', stock: 0, active: true },
  emptyText: 'Returnable crates for grocery, fruits and fish.',
})
