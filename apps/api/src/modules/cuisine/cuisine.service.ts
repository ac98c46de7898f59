import { cuisineContract } from '@larder/contract'
import { crud } from '#kit/crud.ts'
import { columnsOfStoreGroup, presentStoreGroup, storeGroup } from '#modules/store/store-group.service.ts'
import { storeCount, storesUsing } from '#modules/store/store-use.service.ts'

export const cuisines = crud(cuisineContract, {
  ...storeGroup('cuisine'),
  entity: 'cuisine',
  rows: (db) =>
    db
      .selectFrom('cuisine')
      .leftJoin(storesUsing('store_cuisine', 'cuisine_id'), 'used.id', 'cuisine.id')
      .selectAll('cuisine')
      .select(storeCount),
  present: presentStoreGroup,
  toRow: columnsOfStoreGroup,
})
