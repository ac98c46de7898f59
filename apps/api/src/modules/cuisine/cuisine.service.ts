import { cuisineContract, type Parsed } from '@larder/contract'
import { crud } from '#kit/crud.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

type Draft = Partial<Parsed<typeof cuisineContract.create>['body']>

export const cuisines = crud(cuisineContract, {
  table: 'cuisine',
  entity: 'cuisine',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('cuisine')
      .leftJoin(storesUsing('store_cuisine', 'cuisine_id'), 'used.id', 'cuisine.id')
      .selectAll('cuisine')
      .select(storeCount),
  present: (row) => ({
    id: row.id,
    name: row.name,
    sort: row.sort,
    active: row.active,
    imageId: row.image_id,
    stores: row.stores,
    createdAt: row.created_at,
    version: row.version,
  }),
  inUse: ({ stores }) => describeStoreUse(stores),
  toRow: ({ name, sort, active, imageId }: Draft) => ({ name, sort, active, image_id: imageId }),
  search: ['cuisine.name'],
  filters: { active: 'cuisine.active' },
  sorts: { sort: { column: 'cuisine.sort' }, name: { column: 'cuisine.name' }, createdAt: { column: 'cuisine.id' } },
  defaultSort: 'sort',
})
