import * as z from 'zod/mini'
import type { Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Named } from '../page.ts'
import { idOf } from '../values/id.ts'
import { whole } from '../values/number.ts'
import { OpeningHours } from '../values/opening-hours.ts'
import { text } from '../values/text.ts'
import { copyAct, mergeAct, placeAct } from './menu-part-acts.ts'
import { recordContract } from './record.ts'

/** The places of a store's menu: categories, brands and items are in order by it. */
export const MenuPlace = whole(0, 99_999)

/** What a store's menu is grouped by, in two levels at most (`/store/storeProfile/category/{id}`). */
export const menuCategoryContract = /* @__PURE__ */ recordContract('menu-category', '/menu-categories', {
  label: 'Categories',
  permission: 'menu',
  draft: {
    name: text({ max: 60 }),
    /** The category that it is one of; null: it stands by itself. */
    parentId: z.optional(z.nullable(idOf('menu-category'))),
    imageId: z.optional(z.nullable(idOf('file'))),
    sort: z.optional(MenuPlace),
    active: z.optional(z.boolean()),
    /** The hours of the store's week in which its items are sold; null: always. */
    schedule: z.optional(z.nullable(OpeningHours)),
  },
  once: { storeId: idOf('store') },
  extra: {
    sort: z.int(),
    store: Named,
    parent: z.nullable(Named),
    /** Which one it is in the order of its list, from 1 on. */
    place: z.int(),
    /** Items that are in it itself, and categories below it. */
    items: z.int(),
    categories: z.int(),
  },
  filterBy: ['storeId', 'parentId', 'active'],
  sorts: ['sort', 'name', 'createdAt'],
  acts: { merge: mergeAct('menu-category'), place: placeAct('menu-category'), copy: copyAct(text({ max: 60 })) },
  alsoShows: ['item'],
  examples: { one: { name: 'Breakfast', sort: 2 }, change: { name: 'All day breakfast' } },
})
export type MenuCategory = Output<typeof menuCategoryContract.get>

export const menuCategoryRefusals = {
  'not-found': { 'menu-category-not-found': 'No such category of a menu, or out of reach.' },
} as const satisfies Refusals
