import { categoryTypeContract, type Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { crud } from '#kit/crud.ts'
import { refuse } from '#kit/errors.ts'
import { columnsOfStoreGroup, presentStoreGroup, storeGroup } from '#modules/store/store-group.service.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

type Draft = Partial<Parsed<typeof categoryTypeContract.create>['body']>
type Update = Parsed<typeof categoryTypeContract.update>

const group = storeGroup('category_type')

const rows = crud(categoryTypeContract, {
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

/** A plain lookup but for one rule: it keeps its vertical while stores use it, which are of that vertical too. */
export const categoryTypes = {
  ...rows,
  update: async (ctx: Context, input: Update) => {
    const { vertical } = input.body
    const old = vertical && (await rows.get(ctx, input))
    const inUse = old && old.vertical !== vertical && describeStoreUse(old.stores)
    if (inUse) refuse('in-use', `${inUse} It keeps its vertical.`, { 'body.vertical': 'cannot change' })
    return rows.update(ctx, input)
  },
}
