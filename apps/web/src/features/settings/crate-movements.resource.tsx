import { type CrateMovement, crateContract, crateMovementContract, crateMovementLabels } from '@larder/contract'
import { references } from '#entities/references.ts'
import { custom } from '#kit/cells/columns.tsx'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const crate = { from: crateContract, title: (row: { code: string; name: string }) => `${row.code} ${row.name}` }
const { columns, inputs, filters } = declareFields(
  crateMovementContract,
  {
    kind: { label: 'What', tones: { issue: 'info', return: 'good', correction: 'warning' }, width: 112 },
    crate: { width: 200 },
    store: { width: 152 },
    quantity: { label: 'Crates', help: 'Of a correction, what the balance changes by: negative for fewer' },
    balance: { label: 'Store holds' },
    depositHeld: { label: 'Deposits held' },
    createdAt: { label: 'When' },
    by: { width: 112 },
    remark: { help: 'Of a correction, what it is called, such as “Count of November”', width: 160 },
  },
  { storeId: references.store, crateId: crate },
)

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
    ...columns('kind', 'crate', 'store'),
    custom<CrateMovement>('quantity', 'Change', change, { width: 80, align: 'right', text: change }),
    ...columns('balance', 'deposit', 'depositHeld', 'createdAt', 'by', 'remark'),
  ],
  sort: '-createdAt',
  filters: [search('Store, crate or remark'), ...filters('storeId', 'crateId', 'kind')],
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
      ...inputs('storeId', 'crateId', 'quantity', 'remark'),
    ]),
  ],
  blank: { kind: 'issue' },
  emptyText: 'Crates issued to stores and returned by them, with the balance after each.',
})
