import { categoryTypeContract, type Parsed } from '@larder/contract'
import { crud } from '#kit/crud.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

type Draft = Partial<Parsed<typeof categoryTypeContract.create>['body']>

export const categoryTypes = crud(categoryTypeContract, {
  table: 'category_type',
  entity: 'category-type',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('category_type')
      .leftJoin(storesUsing('store_category_type', 'category_type_id'), 'used.id', 'category_type.id')
      .selectAll('category_type')
      .select(storeCount),
  present: (row) => ({
    id: row.id,
    vertical: row.vertical,
    name: row.name,
    sort: row.sort,
    active: row.active,
    imageId: row.image_id,
    stores: row.stores,
    createdAt: row.created_at,
    version: row.version,
  }),
  inUse: ({ stores }) => describeStoreUse(stores),
  toRow: ({ vertical, name, sort, active, imageId }: Draft) => ({ vertical, name, sort, active, image_id: imageId }),
  search: ['category_type.name'],
  filters: { vertical: 'category_type.vertical', active: 'category_type.active' },
  sorts: {
    sort: { column: 'category_type.sort' },
    name: { column: 'category_type.name' },
    createdAt: { column: 'category_type.id' },
  },
  defaultSort: 'sort',
})
