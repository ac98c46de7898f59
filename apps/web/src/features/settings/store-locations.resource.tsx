import { storeLocationContract } from '@larder/contract'
import { references } from '#entities/references.ts'
import { areasAround } from '#entities/surroundings.ts'
import { boolean, instant, number, text } from '#kit/cells/columns.tsx'
import { referenceField } from '#kit/fields/choice-fields.tsx'
import { group } from '#kit/fields/field.ts'
import { switchField, textField } from '#kit/fields/fields.tsx'
import { pointField } from '#kit/fields/map-fields.tsx'
import { referenceFilter, search, toggle } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const allAreas = [areasAround]

export const storeLocations = defineResource(storeLocationContract, {
  label: ['Store location', 'Store locations'],
  title: (row) => row.name,
  columns: [
    text('name', { sort: 'name' }),
    text('areaName', { label: 'Area' }),
    number('stores'),
    boolean('active', { label: 'In use' }),
    instant('createdAt', { label: 'Added', sort: 'createdAt' }),
  ],
  sort: 'name',
  filters: [search('Name'), referenceFilter('areaId', { label: 'Area', ...references.area }), toggle('active', 'In use')],
  form: [
    group('Location', [
      textField('name', { help: 'The name that locals use' }),
      referenceField('areaId', { label: 'Area', ...references.area }),
      pointField('point', { label: 'On the map', backdrops: allAreas }),
      switchField('active', { label: 'In use' }),
    ]),
  ],
  blank: { active: true },
  emptyText: 'Localities inside an area, where stores are.',
})
