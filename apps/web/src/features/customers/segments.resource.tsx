import { countCap, type Segment, segmentContract } from '@larder/contract'
import { branchFilter, references, verticalOptions } from '#entities/references.ts'
import { ListLink } from '#kit/access/places.tsx'
import { boolean, custom, text } from '#kit/cells/columns.tsx'
import { referenceField, selectField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, textField } from '#kit/fields/fields.tsx'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { ruleWords } from './segment-words.ts'

const members = custom<Segment>(
  'customers',
  'Customers',
  ({ id, customers, leastLastDays }) => (
    // Of those who stay away the last ones first: the newest customers are none of them.
    <ListLink entity="customer" query={{ segmentId: id, ...(leastLastDays !== null && { sort: '-lastOrderAt' }) }}>
      {countWords(customers)}
    </ListLink>
  ),
  { width: 112, text: ({ customers }) => countWords(customers) },
)
const rule = custom<Segment>('rule', 'Rule', (segment) => ruleWords(segment), { width: 360, grows: true, text: ruleWords })

function countWords({ value, capped }: Segment['customers']): string {
  return capped ? `${format().number(countCap)}+` : format().number(value)
}

/** Saved rules of which customers belong together. */
export const segments = defineResource(segmentContract, {
  label: ['Segment', 'Customer segments'],
  title: ({ name }) => name,
  columns: [text('name', { sort: 'name', width: 160 }), members, rule, boolean('isBuiltIn', { label: 'Built in', width: 96 })],
  sort: 'name',
  filters: [search('Name'), oneOf('vertical', verticalOptions), branchFilter],
  form: [
    group('Segment', [textField('name'), textField('description', { multiline: true })]),
    group('Orders', [
      numberField('leastOrders', { label: 'At least', help: 'Orders, whatever became of them. Left empty, it asks for nothing.' }),
      numberField('mostOrders', { label: 'At most' }),
      referenceField('branchId', { label: 'Ordered in branch', ...references.branch }),
      selectField('vertical', { label: 'Ordered from', options: verticalOptions }),
    ]),
    group('First order', [
      numberField('leastFirstDays', { label: 'At least so many days ago', unit: 'days' }),
      numberField('mostFirstDays', { label: 'At most so many days ago', unit: 'days' }),
    ]),
    group('Last order', [
      numberField('leastLastDays', { label: 'At least so many days ago', unit: 'days' }),
      numberField('mostLastDays', { label: 'At most so many days ago', unit: 'days' }),
    ]),
    group('Money', [
      moneyField('leastValue', { label: 'Value at least', help: 'What was delivered, less what was given back.' }),
      numberField('leastRefundPercent', { label: 'Orders with a refund, at least', unit: '%' }),
    ]),
  ],
  panels: [facts<Segment>('Segment', [text('name'), text('description'), members, rule, boolean('isBuiltIn', { label: 'Built in' })])],
  emptyText: 'Rules that say which customers belong together.',
})
