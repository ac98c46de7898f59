import { type Brand, brandContract } from '@larder/contract'
import { sql } from 'kysely'
import { resource } from '#kit/resource.ts'
import { mergingOfOne } from '#modules/menu-category/menu-merge.service.ts'
import { placingOf } from '#modules/menu-category/menu-order.service.ts'
import { lastPlace, placeOf } from '#modules/menu-category/menu-place.service.ts'
import { copyingOf } from '#modules/store/copy-part.service.ts'

/** Whose make a store's items are. */
export const brands = resource(brandContract, {
  table: 'brand',
  permission: 'menu.view',
  rows: (db) =>
    db
      .selectFrom('brand')
      .innerJoin('store', 'store.id', 'brand.store_id')
      .selectAll('brand')
      .select(['store.display_name as store_name', 'store.branch_id'])
      .select(sql<number>`(select count(*)::int from item where item.brand_id = brand.id)`.as('items'))
      .select(placeOf('brand').as('place')),
  scope: { branch: 'store.branch_id', store: 'brand.store_id' },
  search: { name: 'brand.name' },
  named: ['store_id', 'name'],
  create: {
    sets: async ({ work, body }) => (body.sort === undefined ? { sort: await lastPlace(work, 'brand', body.storeId) } : {}),
  },
  remove: {
    whyNot: ({ items }) =>
      items === 0 ? null : { reason: 'in-use', message: `${items} ${items === 1 ? 'item is' : 'items are'} of this brand.` },
  },
  acts: { merge: mergingOfOne('brand', 'brandId'), copy: {}, place: placingOf('brand') },
})

/** The same make, of another store's items. */
export const copyBrand = copyingOf('brand', brands, { draftOf: ({ imageId, active }: Brand) => ({ imageId, active }) })
