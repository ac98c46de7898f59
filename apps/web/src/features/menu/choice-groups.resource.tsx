import { type Choice, type ChoiceGroup, type ChoiceGroupRow, choiceGroupContract, choiceKindLabels, itemContract } from '@larder/contract'
import { pricedWords, rangeWords } from '#entities/choice-words.ts'
import { storeFilter } from '#entities/references.ts'
import { custom, number, reference, text } from '#kit/cells/columns.tsx'
import { referencesField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const choiceWords = (choice: Choice) => `${pricedWords(choice)}${choice.available ? '' : ' (not available)'}`

const kind = custom<ChoiceGroupRow>('kind', 'Kind', (row) => choiceKindLabels[row.kind], { width: 88 })
const chosen = custom<ChoiceGroupRow>('maxChoices', 'Chosen', rangeWords, { width: 120, text: rangeWords })
const choices = custom<ChoiceGroupRow>('choices', 'Choices', (row) => row.choices.map(choiceWords).join(', '), { width: 320 })

/** What is chosen with the items of a store: options and add-ons alike. */
export const choiceGroups = defineResource(choiceGroupContract, {
  label: ['Choice group', 'Choice groups'],
  title: ({ name }) => name,
  columns: [
    text('name', { sort: 'name', width: 168 }),
    kind,
    chosen,
    choices,
    number('items'),
    reference('store', 'store'),
    number('sort', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  filters: [search('Name'), storeFilter, oneOf('kind', optionsOf(choiceKindLabels))],
  form: [
    group('Group', [
      textField('name', { help: 'As customers read it: no other group of the store has the same' }),
      numberField('minChoices', { label: 'At least', help: '1: one must be chosen. 0: none need be' }),
      numberField('maxChoices', { label: 'At most' }),
      numberField('freeChoices', { label: 'Free', help: 'So many of those that are chosen cost nothing, the cheapest first' }),
    ]),
    group('Choices', [
      linesField<'choices', Choice>('choices', {
        line: 'choice',
        fields: [textField('name'), moneyField('priceDelta', { label: 'Price, more or less' }), switchField('available')],
        blank: () => ({ name: '', priceDelta: null, available: true }),
        words: choiceWords,
        help: 'Without a price a weight such as “500 g” costs in proportion to the item, anything else nothing',
      }),
    ]),
    group('Items', [
      referencesField('itemIds', {
        label: 'Comes with',
        from: itemContract,
        title: ({ name }) => name,
        queryOf: ({ storeId }: { storeId: string }) => ({ storeId }),
      }),
      numberField('sort', { label: 'Position', help: 'Lower comes first' }),
    ]),
  ],
  panels: [facts<ChoiceGroup>('Group', [kind as never, chosen as never, choices as never, number('items'), reference('store', 'store')])],
  blank: { minChoices: 0, maxChoices: 1, freeChoices: 0, choices: [{ name: '', priceDelta: null, available: true }], itemIds: [] },
  emptyText: 'What customers choose with the items of this store.',
})
