import { storeLocationContract } from '@larder/contract'
import { references } from '#entities/references.ts'
import { areasAround } from '#entities/surroundings.ts'
import { group } from '#kit/fields/field.ts'
import { pointField } from '#kit/fields/map-fields.tsx'
import { search } from '#kit/filters/filters.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'

const allAreas = [areasAround]
const { columns, inputs, filters } = declareFields(
  storeLocationContract,
  { name: { help: 'The name that locals use' }, areaName: { label: 'Area' }, active: { label: 'In use' }, createdAt: { label: 'Added' } },
  { areaId: references.area },
)

export const storeLocations = defineResource(storeLocationContract, {
  label: ['Store location', 'Store locations'],
  title: (row) => row.name,
  columns: columns('name', 'areaName', 'stores', 'active', 'createdAt'),
  sort: 'name',
  filters: [search('Name'), ...filters('areaId', 'active')],
  form: [
    group('Location', [
      ...inputs('name', 'areaId'),
      pointField('point', { label: 'On the map', backdrops: allAreas }),
      ...inputs('active'),
    ]),
  ],
  blank: { active: true },
  emptyText: 'Localities inside an area, where stores are.',
})
