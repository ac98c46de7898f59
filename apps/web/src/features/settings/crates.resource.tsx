import { type Crate, crateContract, crateSizeLabels } from '@larder/contract'
import { CrateBalances } from '#entities/crate-balances.tsx'
import { boolean, money, mono, number, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const sizes = optionsOf(crateSizeLabels)

export const crates = defineResource(crateContract, {
  label: ['Crate', 'Crates'],
  title: (row) => `${row.code} ${row.name}`,
  columns: [
    text('name', { sort: 'name' }),
    mono('code', { sort: 'code' }),
    status('size', styleStatuses(crateSizeLabels)),
    number('capacityGrams', { label: 'Capacity' }),
    money('deposit'),
    number('stock', { label: 'Owned' }),
    number('issued', { label: 'With stores' }),
    number('available', { label: 'In stock' }),
    boolean('active', { label: 'In use' }),
  ],
  sort: 'code',
  filters: [search('Code or name'), oneOf('size', sizes), toggle('active', 'In use')],
  form: [
    group('Crate', [
      textField('code', { help: 'Printed on the crate' }),
      textField('name'),
      selectField('size', { options: sizes }),
      numberField('capacityGrams', { label: 'Capacity' }),
    ]),
    group('Deposit and stock', [
      moneyField('deposit', { help: 'What a store pays for each crate it holds' }),
      numberField('stock', { label: 'Owned', help: 'Crates the marketplace owns, with stores or not' }),
      switchField('active', { label: 'In use' }),
    ]),
  ],
  blank: { size: 'medium', stock: 0, active: true },
  panels: [
    facts<Crate>('Crate', [
      mono('code'),
      status('size', styleStatuses(crateSizeLabels)),
      number('capacityGrams', { label: 'Capacity' }),
      money('deposit'),
      number('stock', { label: 'Owned' }),
      number('issued', { label: 'With stores' }),
      number('available', { label: 'In stock' }),
      boolean('active', { label: 'In use' }),
    ]),
    panel('With stores', ({ id }) => <CrateBalances of="crateId" id={id} />),
  ],
  emptyText: 'Returnable crates for grocery, fruits and fish.',
})
