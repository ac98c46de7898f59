import {
  type ChangeRow,
  changeLevelLabels,
  changeOutcomeLabels,
  changeRowContract,
  changeRowKindLabels,
  changeSetContract,
} from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, number, reference, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { linkedFilter } from '#kit/filters/linked-filter.ts'
import { soon } from '#kit/lazily.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { Changes, changesText, Remarks, remarksText } from './change-words.tsx'

const GivenInput = soon(() => import('./given-input.tsx').then((module) => module.GivenInput))

const kinds = styleStatuses(changeRowKindLabels, { new: 'good', changed: 'info', missing: 'warning' })
/** What a row is; of a new one nothing but its name is said where it is a category. */
function kindOf({ kind, changes }: ChangeRow) {
  return kind === 'new' && changes.length === 0 ? { ...kinds.new, label: 'New category' } : kinds[kind]
}
const outcomes = styleStatuses(changeOutcomeLabels, { published: 'good', overwritten: 'warning', 'left-out': 'warning', kept: 'warning' })

/** What became of a row; one with an error is left out for it. */
function outcomeText({ outcome, level }: ChangeRow): string {
  if (!outcome) return ''
  const label = changeOutcomeLabels[outcome]
  return outcome === 'left-out' && level === 'error' ? `${label}: error` : label
}

const correct = confirmAction(changeRowContract.correct, {
  label: 'Correct',
  question: ({ title, line, remarks }: ChangeRow) => {
    const wrong = remarks.flatMap(({ field, level, words }) => (field === null && level === 'error' ? [` ${words}`] : []))
    return `Row ${line ?? ''} of the file: ${title}.${wrong.join('')} It is held against the menu again.`
  },
  asks: [
    customField<'given', Record<string, string>>('given', { label: 'Cells', input: (props) => <GivenInput {...props} />, isWhole: true }),
  ] as never,
  body: ({ given }: ChangeRow) => ({ given: given ?? {} }),
  done: ({ title }) => `${title} corrected`,
})

/** The rows of a change set: what each record is and would be. */
export const changeRows = defineResource(changeRowContract, {
  label: ['Row', 'Rows'],
  title: ({ title }) => title,
  columns: [
    number('line', { label: 'Row', width: 64 }),
    text('title', { label: 'Name', width: 184 }),
    custom<ChangeRow>('kind', 'What', (row) => <StatusChip style={kindOf(row)} />, {
      width: 136,
      text: (row) => kindOf(row).label,
      isState: true,
    }),
    custom<ChangeRow>('changes', 'Changes', (row) => <Changes row={row} />, { width: 240, text: changesText }),
    custom<ChangeRow>('remarks', 'Remarks', (row) => <Remarks row={row} />, { width: 240, grows: true, text: remarksText }),
    custom<ChangeRow>(
      'outcome',
      'Outcome',
      (row) => row.outcome && <StatusChip style={{ ...outcomes[row.outcome], label: outcomeText(row) }} />,
      {
        width: 136,
        text: outcomeText,
      },
    ),
    reference('store', 'store', { width: 152 }),
  ],
  sort: 'position',
  countsWhenAsked: true,
  filters: [
    search('Name'),
    oneOf('kind', optionsOf(changeRowKindLabels), { label: 'What' }),
    oneOf('level', optionsOf(changeLevelLabels), { label: 'Remarks' }),
    oneOf('outcome', optionsOf(changeOutcomeLabels)),
    storeFilter,
    linkedFilter('setId', { from: changeSetContract, title: ({ title }) => title, label: 'Change set' }),
  ],
  actions: [correct],
  emptyText: 'What the change set would change, row by row.',
})
