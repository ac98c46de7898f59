import * as z from 'zod/mini'
import { contract, get, type Output, post } from '../endpoint.ts'
import { byId } from '../page.ts'
import { list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { Vertical } from '../verticals.ts'
import { BasketLine, Quote } from './basket.ts'
import { MenuItem } from './menu-item.ts'
import { VegMark } from './veg-mark.ts'

/** The most items of a category that are shown at once. */
export const maxViewedItems = 200

const ViewedCategory = z.strictObject({
  id: idOf('menu-category'),
  name: z.string(),
  /** The category that it is below of. */
  parentId: z.nullable(idOf('menu-category')),
  imageId: z.nullable(idOf('file')),
  /** Items in it and below it. */
  items: z.int(),
})

const ViewedItem = z.extend(MenuItem, {
  description: z.nullable(z.string()),
  imageId: z.nullable(idOf('file')),
  vegMark: z.nullable(VegMark),
  compareAt: z.nullable(Money),
  /** Why it cannot be had now, for those who keep the menu; null where it can. */
  obstacle: z.nullable(z.string()),
})

/** A store's menu as its customers see it, by category: what is not shown to them is not here. */
export const menuViewContract = /* @__PURE__ */ contract('item', {
  view: get('/stores/:id/menu-view', {
    permission: 'menu.view',
    params: byId('store'),
    /** One category with what is below it; without, the first one. */
    query: z.strictObject({ categoryId: z.optional(idOf('menu-category')) }),
    response: z.strictObject({
      store: z.strictObject({
        id: idOf('store'),
        name: z.string(),
        vertical: Vertical,
        isOpenNow: z.boolean(),
        opensAt: z.nullable(Instant),
      }),
      categories: z.array(ViewedCategory),
      /** Null where it is not shown, and of a menu without any. */
      category: z.nullable(ViewedCategory),
      /** Of `category.items` the first 200. */
      items: z.array(ViewedItem),
    }),
    alsoShows: ['item', 'store', 'menu-category', 'choice-group'],
    turnsWithin: 60,
    summary: 'The menu of a store as its customers see it, one category at a time',
  }),
  viewQuote: post('/stores/:id/menu-view/quote', {
    permission: 'menu.view',
    params: byId('store'),
    body: z.strictObject({ lines: list(BasketLine, 1, 1) }),
    response: Quote,
    alsoShows: ['item', 'choice-group'],
    example: { body: {} },
    idempotent: false,
    unaudited: true,
    summary: 'What an item costs as it is chosen, picked up now, by the quote that customers get; writes nothing',
  }),
})
export type MenuView = Output<typeof menuViewContract.view>
