import * as z from 'zod/mini'
import type { Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Named } from '../page.ts'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { MenuPlace } from './menu-category.ts'
import { copyAct, mergeAct, placeAct } from './menu-part-acts.ts'
import { recordContract } from './record.ts'

/** Whose make the items of a store are (`/store/storeProfile/brands/{id}`). */
export const brandContract = /* @__PURE__ */ recordContract('brand', '/brands', {
  label: 'Brands',
  permission: 'menu',
  draft: {
    name: text({ max: 60 }),
    imageId: z.optional(z.nullable(idOf('file'))),
    sort: z.optional(MenuPlace),
    active: z.optional(z.boolean()),
  },
  once: { storeId: idOf('store') },
  extra: {
    sort: z.int(),
    store: Named,
    /** Which one it is in the order of its list, from 1 on. */
    place: z.int(),
    /** Items that are of it. */
    items: z.int(),
  },
  filterBy: ['storeId', 'active'],
  sorts: ['sort', 'name', 'createdAt'],
  acts: { merge: mergeAct('brand'), place: placeAct('brand'), copy: copyAct(text({ max: 60 })) },
  alsoShows: ['item'],
  examples: { one: { name: 'Malabar Mills', sort: 2 }, change: { name: 'Malabar Mills & Sons' } },
})
export type Brand = Output<typeof brandContract.get>

export const brandRefusals = {
  'not-found': { 'brand-not-found': 'No such brand, or out of reach.' },
} as const satisfies Refusals
