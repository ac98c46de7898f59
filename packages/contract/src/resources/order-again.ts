import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId } from '../page.ts'
import { list } from '../values/collection.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { creditWish, maxBasketLines, Slot, slotOffer } from './basket.ts'
import { Order, PaymentMethod } from './order-shapes.ts'
import { creditParts, OrderTotal, priceParts } from './price.ts'

/** How an order is ordered again: what is left out of it, for when, and how it is paid. */
export const OrderAgain = z.strictObject({
  /** Lines that are left out, by their numbers: what is not sold now is never left out by itself. */
  without: z.optional(list(whole(1, 200), maxBasketLines)),
  /** For later; without it as soon as possible. */
  slot: z.optional(Slot),
  /** Cash and card are taken at hand-over; `online` is paid through the product's gateway. */
  paymentMethod: PaymentMethod,
  ...creditWish,
})
export type OrderAgain = z.infer<typeof OrderAgain>

/** What an order comes to if it is ordered again now. Nothing of it is done. */
export const OrderAgainQuote = z.strictObject({
  /** Each line of the order, with what it costs now (null where it is left out or not sold) and why it cannot be had. */
  lines: z.array(
    z.strictObject({ line: z.int(), name: z.string(), amount: z.nullable(Money), because: z.nullable(z.string()), isLeftOut: z.boolean() }),
  ),
  /** What the order came to. */
  before: Money,
  /** What it would come to: sent with the order as `expectedTotal`. */
  total: Money,
  ...priceParts,
  ...creditParts,
  /** What the customer has in credits that the order could spend, whether it does or not. */
  wallet: Money,
  promisedAt: Instant,
  ...slotOffer,
  /** Whether the product's gateway takes payments here. */
  takesOnline: z.boolean(),
  /** Why it cannot be ordered like this; `field` is the input's path. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
})
export type OrderAgainQuote = z.infer<typeof OrderAgainQuote>

const inCash = { paymentMethod: 'cash' }

/** How staff order for a customer what that customer ordered before: apart from the order, whose pages need none of it. */
export const orderAgainContract = /* @__PURE__ */ contract('order', {
  previewAgain: post('/orders/:id/again/preview', {
    permission: 'order.create',
    params: byId('order'),
    body: z.partial(OrderAgain),
    response: OrderAgainQuote,
    example: { body: inCash },
    idempotent: false,
    unaudited: true,
    summary: 'What an order would come to if it were ordered again now, line by line; writes nothing',
  }),
  again: post('/orders/:id/again', {
    permission: 'order.create',
    params: byId('order'),
    body: z.extend(OrderAgain, {
      /** The total that the preview told; another one is refused. */
      expectedTotal: OrderTotal,
      /** What the preview told that is left to pay beside credits; another amount is refused. */
      expectedToPay: z.optional(OrderTotal),
      /** For staff alone. */
      note: z.optional(text({ min: 0, max: 500, multiline: true })),
    }),
    response: Order,
    changesSeveral: true,
    alsoChanges: ['dashboard', 'customer'],
    example: { body: inCash },
    summary: 'Order again for its customer what an order held, at the prices of now: a new order, which the two tell of each other',
  }),
})

export const orderAgainRefusals = {
  invalid: {
    'cannot-be-ordered-again': 'The order cannot be ordered again like this; `fields` say why, `current` is what it would come to.',
  },
} as const satisfies Refusals
