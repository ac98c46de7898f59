import { type MenuCategory, menuCategoryContract } from '@larder/contract'
import { Link } from 'react-router'
import { storeFilter } from '#entities/references.ts'
import { boolean, custom, number, reference, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { openingHoursField } from '#kit/fields/hours-fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'
import { menuReferences } from './menu-references.ts'
import { menuViewPath } from './menu-view-path.ts'

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
    number('sort', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
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
      numberField('sort', { label: 'Position', help: 'Lower comes first' }),
      switchField('active', { label: 'Shown to customers' }),
    ]),
    group('Served', [
      openingHoursField('schedule', { label: 'Hours', help: 'Leave empty for a category that is sold whenever the store is open.' }),
    ]),
  ],
  blank: { active: true },
  emptyText: 'What the menu of this store is grouped by.',
})
