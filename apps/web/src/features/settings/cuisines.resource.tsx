import { cuisineContract } from '@larder/contract'
import { boolean, instant, number, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

export const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [
    pictured(text('name', { sort: 'name' }), 'imageId'),
    number('sort', { label: 'Order', sort: 'sort' }),
    boolean('active', { label: 'Shown' }),
    number('stores'),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  filters: [search('Name'), toggle('active', 'Shown')],
  form: [
    group('Cuisine', [
      textField('name'),
      pictureField('imageId', { label: 'Picture' }),
      numberField('sort', { label: 'Order', help: 'Lower comes first' }),
      switchField('active', { label: 'Shown to customers' }),
    ]),
  ],
  blank: { sort: 0, active: true },
  emptyText: 'Cuisines that a restaurant may name.',
})
