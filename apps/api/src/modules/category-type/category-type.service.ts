import { categoryTypeContract, type Parsed } from '@larder/contract'
import { crud } from '#kit/crud.ts'
import { columnsOfStoreGroup, presentStoreGroup, storeGroup } from '#modules/store/store-group.service.ts'
import { storeCount, storesUsing } from '#modules/store/store-use.service.ts'

type Draft = Partial<Parsed<typeof categoryTypeContract.create>['body']>

const group = storeGroup('category_type')

export const categoryTypes = crud(categoryTypeContract, {
  ...group,
  entity: 'category-type',
  rows: (db) =>
    db
      .selectFrom('category_type')
      .leftJoin(storesUsing('store_category_type', 'category_type_id'), 'used.id', 'category_type.id')
      .selectAll('category_type')
      .select(storeCount),
  present: (row) => ({ ...presentStoreGroup(row), vertical: row.vertical }),
  toRow: ({ vertical, ...draft }: Draft) => ({ vertical, ...columnsOfStoreGroup(draft) }),
  filters: { ...group.filters, vertical: 'category_type.vertical' },
})
