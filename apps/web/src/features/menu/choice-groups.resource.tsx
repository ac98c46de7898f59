import { type Choice, type ChoiceGroup, type ChoiceGroupRow, choiceGroupContract, choiceKindLabels, itemContract } from '@larder/contract'
import { pricedWords, rangeWords } from '#entities/choice-words.ts'
import { storeFilter } from '#entities/references.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import { custom, number, reference, text } from '#kit/cells/columns.tsx'
import { referencesField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { moneyField, numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { facts } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { copyFields } from './copy-fields.tsx'
import { goesOn, intoField, itemWords, menuHistory } from './merge-act.tsx'

const choiceWords = (choice: Choice) => `${pricedWords(choice)}${choice.available ? '' : ' (not available)'}`

const kind = custom<ChoiceGroupRow>('kind', 'Kind', (row) => choiceKindLabels[row.kind], { width: 88 })
const chosen = custom<ChoiceGroupRow>('maxChoices', 'Chosen', rangeWords, { width: 120, text: rangeWords })
const choices = custom<ChoiceGroupRow>('choices', 'Choices', (row) => row.choices.map(choiceWords).join(', '), { width: 320 })

const mayBecomeFree = switchField('itemsMayBecomeFree', {
  help: 'Without it, what would leave an item without anything that customers pay for is refused',
})

const merge = confirmAction(choiceGroupContract.merge, {
  label: 'Merge',
  title: 'Merge choice groups',
  question: ({ name, items }: ChoiceGroupRow) =>
    `The ${itemWords(items)} with ${name} will come with the group that you choose, whose choices, prices and limits hold for them from then on. ${name} stays in this list without items: to take it back, give it the items again. Its history names them.`,
  asks: [
    intoField(choiceGroupContract, {
      title: ({ name }: ChoiceGroupRow) => name,
      alike: (one: ChoiceGroupRow) => ({ kind: one.kind }),
      told: (one, kept) => {
        const both = one.itemIds.filter((id) => kept.itemIds.includes(id)).length
        const twice = both === 0 ? '' : ` ${itemWords(both)} with both ${both === 1 ? 'has' : 'have'} it once.`
        const lost = one.choices.filter(({ name }) => kept.choices.every((choice) => choice.name.toLowerCase() !== name.toLowerCase()))
        const gone = lost.length === 0 ? '' : ` The ${itemWords(one.items)} with ${one.name} lose ${lost.map(choiceWords).join(', ')}.`
        return `${kept.name}: ${rangeWords(kept)} of ${kept.choices.map(choiceWords).join(', ')}. It comes with ${itemWords(kept.items)} now, and ${kept.items + one.items - both} then.${twice}${gone}`
      },
    }),
    mayBecomeFree,
  ],
  leadsTo: goesOn,
  done: ({ name }: ChoiceGroupRow) => `${name} merged`,
  failed: ({ name }) => `${name} was not merged`,
})

const copy = confirmAction(choiceGroupContract.copy, {
  label: 'Copy to store',
  question: ({ name }: ChoiceGroupRow) =>
    `Another store of the same vertical gets ${name} too. It comes with the items there that have the same SKU as an item that it comes with here. From then on each is kept by itself.`,
  body: ({ name }) => ({ name }),
  asks: [...copyFields, mayBecomeFree],
  done: ({ name }: ChoiceGroupRow) => `${name} copied`,
  failed: ({ name }) => `${name} was not copied`,
})

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
    number('place', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  placing: {
    within: 'storeId',
    act: action(choiceGroupContract.place, {
      label: 'Move',
      done: ({ name }: ChoiceGroupRow) => `${name} moved`,
      failed: ({ name }) => `${name} was not moved`,
    }),
  },
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
      mayBecomeFree,
    ]),
  ],
  panels: [facts<ChoiceGroup>('Group', [kind as never, chosen as never, choices as never, number('items'), reference('store', 'store')])],
  actions: [merge, copy],
  history: menuHistory,
  blank: {
    minChoices: 0,
    maxChoices: 1,
    freeChoices: 0,
    itemsMayBecomeFree: false,
    choices: [{ name: '', priceDelta: null, available: true }],
    itemIds: [],
  },
  importsAsPart: true,
  emptyText: 'What customers choose with the items of this store.',
})
