import { type Brand, brandContract } from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import { boolean, number, reference, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { group } from '#kit/fields/field.ts'
import { switchField, textField } from '#kit/fields/fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { copyFields } from './copy-fields.tsx'
import { goesOn, intoField, itemWords, menuHistory } from './merge-act.tsx'

const merge = confirmAction(brandContract.merge, {
  label: 'Merge',
  title: 'Merge brands',
  question: ({ name, items }: Brand) =>
    `The ${itemWords(items)} of ${name} will be of the brand that you choose, and ${name} is hidden. It stays in this list: to take it back, show it and give the items their brand again. The history of each tells it.`,
  asks: [
    intoField(brandContract, {
      title: ({ name }: Brand) => name,
      told: (one, kept) => `${kept.name} has ${itemWords(kept.items)} now, and ${kept.items + one.items} then.`,
    }),
  ],
  leadsTo: goesOn,
  done: ({ name }: Brand) => `${name} merged`,
  failed: ({ name }) => `${name} was not merged`,
})

const copy = confirmAction(brandContract.copy, {
  label: 'Copy to store',
  question: ({ name }: Brand) => `Another store of the same vertical gets ${name} too, without items. From then on each is kept by itself.`,
  body: ({ name }) => ({ name }),
  asks: copyFields,
  done: ({ name }: Brand) => `${name} copied`,
  failed: ({ name }) => `${name} was not copied`,
})

/** Whose make a store's items are. */
export const brands = defineResource(brandContract, {
  label: ['Brand', 'Brands'],
  title: ({ name }) => name,
  columns: [
    pictured(text('name', { sort: 'name', width: 200 }), 'imageId'),
    reference('store', 'store'),
    number('items'),
    boolean('active', { label: 'Shown' }),
    number('place', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  placing: {
    within: 'storeId',
    act: action(brandContract.place, {
      label: 'Move',
      done: ({ name }: Brand) => `${name} moved`,
      failed: ({ name }) => `${name} was not moved`,
    }),
  },
  filters: [search('Name'), storeFilter, toggle('active', 'Shown')],
  form: [
    group('Brand', [
      textField('name'),
      pictureField('imageId', { label: 'Picture' }),
      switchField('active', { label: 'Shown to customers' }),
    ]),
  ],
  actions: [merge, copy],
  history: menuHistory,
  blank: { active: true },
  emptyText: 'Whose make the items of this store are.',
})
