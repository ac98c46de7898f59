import { boolean, instant, number, text } from '#kit/cells/columns.tsx'
import { pictured } from '#kit/cells/pictured.tsx'
import { group } from '#kit/fields/field.ts'
import { numberField, switchField, textField } from '#kit/fields/fields.tsx'
import { pictureField } from '#kit/fields/picture-field.tsx'
import { search, toggle } from '#kit/filters/filters.tsx'

/** List and form of groups of stores that customers browse by: category types and cuisines are alike in it. */
export function storeGroup(one: string) {
  return {
    title: (row: { name: string }) => row.name,
    columns: [
      pictured(text('name', { sort: 'name', width: 168 }), 'imageId'),
      number('sort', { label: 'Position', sort: 'sort' }),
      boolean('active', { label: 'Shown' }),
      number('stores'),
      instant('createdAt', { label: 'Added', sort: 'createdAt' }),
    ],
    sort: 'sort' as const,
    filters: [search('Name'), toggle('active', 'Shown')],
    form: [
      group(one, [
        textField('name'),
        pictureField('imageId', { label: 'Picture' }),
        numberField('sort', { label: 'Position', help: 'Lower comes first' }),
        switchField('active', { label: 'Shown to customers' }),
      ]),
    ],
    blank: { sort: 0, active: true },
  }
}
