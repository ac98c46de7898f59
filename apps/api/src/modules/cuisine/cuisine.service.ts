import { cuisineContract } from '@larder/contract'
import { resource } from '#kit/resource.ts'
import { columnsOfStoreGroup, presentStoreGroup, storeGroup } from '#modules/store/store-group.service.ts'
import { storeCount, storesUsing } from '#modules/store/store-use.service.ts'

export const cuisines = resource(cuisineContract, {
  ...storeGroup('cuisine'),
  rows: (db) =>
    db
      .selectFrom('cuisine')
      .leftJoin(storesUsing('store_cuisine', 'cuisine_id'), 'used.id', 'cuisine.id')
      .selectAll('cuisine')
      .select(storeCount),
  present: presentStoreGroup,
  columns: columnsOfStoreGroup,
})
