import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import { byId } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { BasketLine } from './basket.ts'
import { Order } from './order-shapes.ts'
import { OrderTotal } from './price.ts'

/** For how long an item that a store has not got is not sold to anybody else. */
export const stockSnoozeLabels = {
  hour: 'Sold out for 1 h',
  'four-hours': 'Sold out for 4 h',
  tomorrow: 'Sold out until tomorrow morning, 6:00',
  no: 'Stays on the menu',
} as const
export const StockSnooze = enumOf(stockSnoozeLabels)
export type StockSnooze = z.infer<typeof StockSnooze>

/** The reason that an order is edited for then, and the hour of its branch at which a new day is sold. */
export const soldOutReason = 'item-unavailable'
export const stockDayBegins = '06:00'

const { itemId, quantity, grams, choices, addons } = BasketLine.shape

/** What a store has not got of an order, and what is done about it. */
export const OutOfStock = z.strictObject({
  line: whole(1, 200),
  /** What is sent in its place; without it the line is taken off. `grams` are those of each of `quantity`, as in a basket. */
  instead: z.optional(z.strictObject({ itemId, quantity, grams, choices, addons })),
  snooze: StockSnooze,
})
export type OutOfStock = z.infer<typeof OutOfStock>

/** What a store turns out not to have, of an order that runs: apart from the order, whose pages need none of it. */
export const orderStockContract = /* @__PURE__ */ contract('order', {
  outOfStock: post('/orders/:id/out-of-stock', {
    permission: 'order.edit',
    params: byId('order'),
    body: z.extend(OutOfStock, {
      version: Version,
      /** The total that the preview of the same edit told; another one is refused. */
      expectedTotal: OrderTotal,
      note: z.optional(text({ min: 0, max: 500, multiline: true })),
    }),
    response: Order,
    changesSeveral: true,
    alsoChanges: ['dashboard', 'item'],
    example: { body: { line: 1, snooze: 'hour' } },
    summary: 'A line is out of stock: another item is sent in its place, or it is taken off, and its item is not sold for a while',
  }),
})
