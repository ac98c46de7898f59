import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { maskedPhone } from '../masked.ts'
import { byId, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { Phone } from '../values/phone.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { Basket, creditWish, slotOffer } from './basket.ts'
import { MenuItem } from './menu-item.ts'
import { Address, Order, OrderType } from './order-shapes.ts'
import { creditParts, OrderTotal, priceParts } from './price.ts'

/** The channel by which staff place orders for callers: no program has its key. */
export const phoneChannelId = '019a0000-0000-7000-8000-000000000001'

/** Who calls, as far as somebody with this number is known; everything that helps to take the order. */
const Caller = z.strictObject({
  id: idOf('customer'),
  name: z.string(),
  phone: maskedPhone('customer.reveal'),
  orders: z.int(),
  flags: z.array(z.string()),
  /** Whether their erasure was asked for and still waits. */
  isToBeErased: z.boolean(),
  /** Kept ones, then those of the last orders, each once. */
  addresses: z.array(Address),
})

/** A store as whoever takes an order chooses it. */
const CallerStore = z.strictObject({
  id: idOf('store'),
  name: z.string(),
  vertical: Vertical,
  branchId: z.string(),
  point: Point,
  timeZone: z.string(),
  isOpenNow: z.boolean(),
  opensAt: z.nullable(Instant),
  /** To the address that was given; null without one. */
  km: z.nullable(z.number()),
  /** Null where the store does not deliver there too. */
  deliveryFee: z.nullable(Money),
  minimum: Money,
})
export type CallerStore = z.infer<typeof CallerStore>

/** What a caller orders: as an app's order, but that staff take it. */
export const PhoneOrder = z.extend(z.omit(Basket, { tip: true }), {
  /** Whose number it is, or which customer; one of the two. */
  phone: z.optional(Phone),
  customerId: z.optional(idOf('customer')),
  name: text({ max: 80 }),
  ...creditWish,
  /** Cash and card are taken at hand-over; `online` is paid through the product's gateway. */
  paymentMethod: enumOf({ cash: 'Cash', card: 'Card', online: 'Online' }),
  /** For whoever makes and carries it. */
  note: z.optional(z.nullable(text({ min: 0, max: 500, multiline: true }))),
})
export type PhoneOrder = z.infer<typeof PhoneOrder>

export const PhoneQuote = z.strictObject({
  ...priceParts,
  total: Money,
  ...creditParts,
  /** What the caller has in credits that the order could spend, whether it does or not. */
  wallet: Money,
  promisedAt: Instant,
  ...slotOffer,
  takesOnline: z.boolean(),
  /** What each line costs, in their order; null of one that cannot be had. */
  lines: z.array(z.nullable(Money)),
  /** Why it cannot be ordered like this; `field` is the input's path. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
})
export type PhoneQuote = z.infer<typeof PhoneQuote>

/** How staff take an order over the phone, by the same engine as an app's. */
export const phoneOrderContract = /* @__PURE__ */ contract('order', {
  findCaller: post('/phone-orders/caller', {
    permission: 'order.create',
    body: z.strictObject({ phone: z.optional(Phone), customerId: z.optional(idOf('customer')) }),
    response: z.strictObject({ caller: z.nullable(Caller) }),
    alsoShows: ['customer'],
    example: { body: { phone: '+919847012345' } },
    idempotent: false,
    unaudited: true,
    summary: 'Who calls, by their number for whoever may find customers by the whole of it, or as a customer; writes nothing',
  }),
  callerStores: post('/phone-orders/stores', {
    permission: 'order.create',
    body: z.strictObject({
      orderType: OrderType,
      point: z.optional(z.nullable(Point)),
      vertical: z.optional(z.nullable(Vertical)),
      q: z.optional(text({ min: 0, max: 60 })),
      /** The one that is chosen already: it is among them, whatever is searched. */
      storeId: z.optional(z.nullable(idOf('store'))),
    }),
    response: z.strictObject({ rows: z.array(CallerStore) }),
    alsoShows: ['store'],
    example: { body: { orderType: 'pickup' } },
    idempotent: false,
    unaudited: true,
    summary:
      'Stores that may take an order: those that deliver to the address, of a search the others behind them, open ones before shut ones; at most 50',
  }),
  callerMenu: get('/phone-orders/stores/:id/menu', {
    permission: 'order.create',
    params: byId('store'),
    response: z.strictObject({ store: Named, items: z.array(MenuItem) }),
    alsoShows: ['store'],
    turnsWithin: 60,
    summary: 'What a store sells, in the order of its categories',
  }),
  quoteForCaller: post('/phone-orders/quote', {
    permission: 'order.create',
    body: z.extend(z.partial(PhoneOrder), { storeId: PhoneOrder.shape.storeId, orderType: OrderType, lines: PhoneOrder.shape.lines }),
    response: PhoneQuote,
    example: { body: { orderType: 'pickup' } },
    idempotent: false,
    unaudited: true,
    summary: 'What an order over the phone comes to as it stands, and what stands in its way; writes nothing',
  }),
  placeForCaller: post('/phone-orders', {
    permission: 'order.create',
    body: z.extend(PhoneOrder, {
      /** The total that the quote told; another one is refused. */
      expectedTotal: OrderTotal,
      /** What the quote told that is left to pay beside credits; another amount is refused. */
      expectedToPay: z.optional(OrderTotal),
    }),
    response: Order,
    alsoChanges: ['dashboard', 'customer'],
    example: { body: { phone: '+91 98470 12345', orderType: 'pickup', paymentMethod: 'cash' } },
    summary: 'Place an order for a caller, who becomes a customer where nobody has the number',
  }),
})

export const phoneOrderRefusals = {
  invalid: { 'cannot-be-placed': 'The order cannot be placed like this; `fields` say why, `current` is what it would come to.' },
} as const satisfies Refusals
