import { brandContract } from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { boolean, number, reference, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

/** Whose make a store's items are. */
export const brands = defineResource(brandContract, {
  label: ['Brand', 'Brands'],
  title: ({ name }) => name,
  columns: [
    pictured(text('name', { sort: 'name', width: 200 }), 'imageId'),
    reference('store', 'store'),
    number('items'),
    boolean('active', { label: 'Shown' }),
    number('sort', { label: 'Position', sort: 'sort' }),
  ],
  sort: 'sort',
  filters: [search('Name'), storeFilter, toggle('active', 'Shown')],
  form: [
    group('Brand', [
      textField('name'),
      pictureField('imageId', { label: 'Picture' }),
      numberField('sort', { label: 'Position', help: 'Lower comes first' }),
      switchField('active', { label: 'Shown to customers' }),
    ]),
  ],
  blank: { active: true, sort: 0 },
  emptyText: 'Whose make the items of this store are.',
})
