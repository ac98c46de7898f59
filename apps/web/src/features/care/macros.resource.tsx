import { type Macro, macroAudienceLabels, macroContract, macroPlaceholderLabels, macroPlaceholders } from '@larder/contract'
import { Written } from '#entities/written.tsx'
import { boolean, custom, instant, number, text } from '#kit/cells/columns.tsx'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const placeholderHelp = macroPlaceholders.map((word) => `{${word}}: ${macroPlaceholderLabels[word]}`).join(', ')
const audience = custom<Macro>('audience', 'Read by', (macro) => macroAudienceLabels[macro.audience], {
  width: 152,
  text: (macro) => macroAudienceLabels[macro.audience],
})

/** Answers that are kept to be said again on tickets. */
export const macros = defineResource(macroContract, {
  label: ['Macro', 'Macros'],
  title: ({ name }) => name,
  columns: [
    text('name', { sort: 'name', width: 176 }),
    custom<Macro>('text', 'Text', (macro) => macro.text, { width: 280, grows: true, text: (macro) => macro.text }),
    audience,
    number('sort', { label: 'Position', sort: 'sort' }),
    boolean('active', { label: 'Offered' }),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'sort',
  filters: [search('Name or text'), oneOf('audience', optionsOf(macroAudienceLabels), { label: 'Read by' }), toggle('active', 'Offered')],
  form: [
    group('Macro', [
      textField('name'),
      textField('text', { label: 'Text', multiline: true, help: placeholderHelp }),
      radioField('audience', { label: 'Read by', options: optionsOf(macroAudienceLabels) }),
      numberField('sort', { label: 'Position', help: 'Lower comes first' }),
      switchField('active', { label: 'Offered on tickets' }),
    ]),
  ],
  blank: { audience: 'outside', sort: 0, active: true },
  panels: [
    panel('Text', (macro: Macro) => <Written text={macro.text} />),
    facts<Macro>('Macro', [audience, number('sort', { label: 'Position' }), boolean('active', { label: 'Offered' })]),
  ],
  emptyText: 'Answers that are kept to be said again on tickets.',
})
