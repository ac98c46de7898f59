import { type CrateMovement, crateContract, crateMovementContract, crateMovementLabels } from '@larder/contract'
import { references, storeFilter } from '#entities/references.ts'
import { custom, instant, money, number, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { radioField, referenceField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, referenceFilter, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'

const crate = { from: crateContract, title: (row: { code: string; name: string }) => `${row.code} ${row.name}` }

/** With its direction: what came to the store is positive. */
const change = ({ kind, quantity }: CrateMovement) => {
  const signed = kind === 'return' ? -quantity : quantity
  return `${signed > 0 ? '+' : ''}${format().number(signed)}`
}

/** Crates issued to stores and returned by them: written on, never changed. */
export const crateMovements = defineResource(crateMovementContract, {
  label: ['Movement', 'Crate movements'],
  title: (row) => `${crateMovementLabels[row.kind]} ${row.crate.name}`,
  columns: [
    status('kind', styleStatuses(crateMovementLabels, { issue: 'info', return: 'good', correction: 'warning' }), {
      label: 'What',
      width: 112,
    }),
    reference('crate', 'crate', { width: 200 }),
    reference('store', 'store', { width: 152 }),
    custom<CrateMovement>('quantity', 'Change', change, { width: 80, align: 'right', text: change }),
    number('balance', { label: 'Store holds' }),
    money('deposit'),
    money('depositHeld', { label: 'Deposits held' }),
    instant('createdAt', { label: 'When', sort: 'createdAt' }),
    text('by', { width: 112 }),
    text('remark', { width: 160 }),
  ],
  sort: '-createdAt',
  filters: [
    search('Store, crate or remark'),
    storeFilter,
    { ...referenceFilter('crateId', { label: 'Crate', ...crate }) },
    oneOf('kind', optionsOf(crateMovementLabels), { label: 'What' }),
  ],
  form: [
    group('Movement', [
      radioField('kind', {
        label: 'What',
        options: [
          { value: 'issue', label: 'Issue', hint: 'The store gets crates and pays the deposit' },
          { value: 'return', label: 'Return', hint: 'Crates come back, and the deposit goes back' },
          { value: 'correction', label: 'Correct', hint: 'The balance is wrong; say why' },
        ],
      }),
      referenceField('storeId', { label: 'Store', ...references.store }),
      referenceField('crateId', { label: 'Crate', ...crate }),
      numberField('quantity', { label: 'Crates', help: 'Of a correction, what the balance changes by: negative for fewer' }),
      textField('remark', { help: 'Of a correction, what it is called, such as “Count of November”' }),
    ]),
  ],
  blank: { kind: 'issue' },
  emptyText: 'Crates issued to stores and returned by them, with the balance after each.',
})
