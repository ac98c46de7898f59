import { type MenuCategory, menuCategoryContract } from '@larder/contract'
import { Link } from 'react-router'
import { storeFilter } from '#entities/references.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import { boolean, custom, number, reference, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { switchField, textField } from '#kit/fields/fields.tsx'
import { openingHoursField } from '#kit/fields/hours-fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'
import { copyFields } from './copy-fields.tsx'
import { menuReferences } from './menu-references.ts'
import { menuViewPath } from './menu-view-path.ts'
import { goesOn, intoField, itemWords, menuHistory } from './merge-act.tsx'
import { served, servedWords } from './served.tsx'

const below = custom<MenuCategory>('parent', 'Below', ({ parent }) => parent?.name ?? '–', { text: ({ parent }) => parent?.name ?? '' })

const shown = custom<MenuCategory>(
  'items',
  'Items',
  ({ id, storeId, items, name }) => (
    <Link className="place" to={menuViewPath(storeId, id)} aria-label={`${format().number(items)} items of ${name} as customers see them`}>
      {format().number(items)}
    </Link>
  ),
  { width: 72, align: 'right', text: ({ items }) => String(items) },
)

const merge = confirmAction(menuCategoryContract.merge, {
  label: 'Merge',
  title: 'Merge categories',
  question: ({ name, items }: MenuCategory) =>
    `The ${itemWords(items)} of ${name} will be in the category that you choose, in the order that they have, and sold in its hours; ${name} is hidden. It stays in this list: to take it back, show it and give the items their category again. The history of each tells it.`,
  asks: [
    intoField(menuCategoryContract, {
      title: menuReferences.category.title,
      told: (one, kept) => {
        const hours = kept.schedule ? 'has hours of its own' : 'is sold whenever the store is open'
        return `${kept.name} has ${itemWords(kept.items)} now, and ${kept.items + one.items} then. It ${hours}.`
      },
    }),
  ],
  leadsTo: goesOn,
  done: ({ name }: MenuCategory) => `${name} merged`,
  failed: ({ name }) => `${name} was not merged`,
})

const copy = confirmAction(menuCategoryContract.copy, {
  label: 'Copy to store',
  question: ({ name }: MenuCategory) =>
    `Another store of the same vertical gets ${name} too, without items. From then on each is kept by itself.`,
  body: ({ name }) => ({ name }),
  asks: copyFields,
  done: ({ name }: MenuCategory) => `${name} copied`,
  failed: ({ name }) => `${name} was not copied`,
})

/** What a store's menu is grouped by, in two levels. */
export const menuCategories = defineResource(menuCategoryContract, {
  label: ['Category', 'Categories'],
  title: ({ name }) => name,
  columns: [
    pictured(text('name', { sort: 'name', width: 200 }), 'imageId'),
    below,
    reference('store', 'store'),
    shown,
    boolean('active', { label: 'Shown' }),
    served,
    number('place', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  placing: {
    within: 'storeId',
    act: action(menuCategoryContract.place, {
      label: 'Move',
      done: ({ name }: MenuCategory) => `${name} moved`,
      failed: ({ name }) => `${name} was not moved`,
    }),
  },
  filters: [search('Name'), storeFilter, toggle('active', 'Shown')],
  form: [
    group('Category', [
      textField('name'),
      referenceField('parentId', {
        label: 'Below',
        help: 'Leave empty for one that stands by itself. A menu has two levels.',
        ...menuReferences.category,
      }),
      pictureField('imageId', { label: 'Picture' }),
      switchField('active', { label: 'Shown to customers' }),
    ]),
    group('Served', [
      openingHoursField('schedule', {
        label: 'Hours',
        ...servedWords,
        help: 'Leave empty for a category that is sold whenever the store is open.',
      }),
    ]),
  ],
  actions: [merge, copy],
  history: menuHistory,
  blank: { active: true },
  emptyText: 'What the menu of this store is grouped by.',
})
