import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Named } from '../page.ts'
import { Instant } from '../values/instant.ts'
import { orderContract } from './order.ts'
import { RushOn } from './rush-on.ts'

/** Minutes of one stretch of what stores have to cook, how many of them are looked ahead, and the stores that are named. */
export const loadStretch = { minutes: 15, ahead: 8, stores: 50 } as const

/** How many orders each store has to have ready in each quarter of an hour ahead; what is overdue stands in the first one. */
export const OrderLoad = z.strictObject({
  /** When each quarter of an hour begins. */
  quarters: z.array(Instant),
  /** Of all stores, quarter by quarter. */
  orders: z.array(z.int()),
  /** The busiest first. */
  stores: z.array(
    z.strictObject({
      store: Named,
      branch: Named,
      /** The most orders that it takes in a quarter of an hour; null where it takes any number. */
      limit: z.nullable(z.int()),
      orders: z.array(z.int()),
    }),
  ),
  /** The rushes that are on for any store that the board is of, the first to end first. */
  rushes: z.array(RushOn),
})
export type OrderLoad = z.infer<typeof OrderLoad>

/** What lies ahead of the stores of a board; apart from what every page knows of orders. */
export const orderLoadContract = /* @__PURE__ */ contract('order', {
  load: get('/orders/load', {
    permission: 'order.view',
    query: orderContract.board.shape.query,
    response: OrderLoad,
    alsoShows: ['store', 'rush-mode'],
    turnsWithin: 60,
    summary: 'How many orders each store has to have ready in each of the next eight quarters of an hour',
  }),
})
