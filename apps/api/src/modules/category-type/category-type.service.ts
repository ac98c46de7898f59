import { categoryTypeContract, type Vertical } from '@larder/contract'
import { refuse } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'
import { columnsOfStoreGroup, presentStoreGroup, storeGroup } from '#modules/store/store-group.service.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

const group = storeGroup('category_type')

/** A plain lookup but for one rule: it keeps its vertical while stores use it, which are of that vertical too. */
export const categoryTypes = resource(categoryTypeContract, {
  ...group,
  rows: (db) =>
    db
      .selectFrom('category_type')
      .leftJoin(storesUsing('store_category_type', 'category_type_id'), 'used.id', 'category_type.id')
      .selectAll('category_type')
      .select(storeCount),
  present: (row) => ({ ...presentStoreGroup(row), vertical: row.vertical as Vertical }),
  columns: ({ vertical, ...draft }) => ({ vertical, ...columnsOfStoreGroup(draft) }),
  filters: { ...group.filters, vertical: 'category_type.vertical' },
  update: {
    rule({ row, body: { vertical } }) {
      const inUse = vertical && vertical !== row.vertical && describeStoreUse(row.stores)
      if (inUse) refuse('in-use', `${inUse} It keeps its vertical.`, { 'body.vertical': 'cannot change' })
      return null
    },
  },
})
