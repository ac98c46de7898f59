import { type Macro, macroAudienceLabels, macroContract, macroPlaceholderLabels, macroPlaceholders } from '@larder/contract'
import { Written } from '#entities/written.tsx'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { switchField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { search } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const placeholderHelp = macroPlaceholders.map((word) => `{${word}}: ${macroPlaceholderLabels[word]}`).join(', ')
const { columns, inputs, filters } = declareFields(macroContract, {
  name: { width: 176 },
  text: { multiline: true, help: placeholderHelp, width: 280 },
  audience: { label: 'Read by', width: 152 },
  sort: { label: 'Position', help: 'Lower comes first' },
  active: { label: 'Offered' },
  createdAt: { label: 'Added' },
})

/** Answers that are kept to be said again on tickets. */
export const macros = defineResource(macroContract, {
  label: ['Macro', 'Macros'],
  title: ({ name }) => name,
  columns: columns('name', 'text', 'audience', 'sort', 'active', 'createdAt'),
  sort: 'sort',
  filters: [search('Name or text'), ...filters('audience', 'active')],
  form: [
    group('Macro', [
      ...inputs('name', 'text'),
      radioField('audience', { label: 'Read by', options: optionsOf(macroAudienceLabels) }),
      ...inputs('sort'),
      switchField('active', { label: 'Offered on tickets' }),
    ]),
  ],
  blank: { audience: 'outside', sort: 0, active: true },
  panels: [panel('Text', (macro: Macro) => <Written text={macro.text} />), facts('Macro', columns('audience', 'sort', 'active'))],
  emptyText: 'Answers that are kept to be said again on tickets.',
})
