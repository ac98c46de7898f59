import * as z from 'zod/mini'
import { dictionary, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { Phone } from '../values/phone.ts'
import { reference, text } from '../values/text.ts'
import { ChoiceName, GroupName, maxChoices, maxItemGroups } from './choice.ts'
import { OrderProblem } from './order-problem.ts'
import { Address, OrderDetails, OrderType, PaymentMethod, Substitution } from './order-shapes.ts'
import { creditParts, OrderTotal, Price, priceParts } from './price.ts'

/** The most lines that a basket may have. */
export const maxBasketLines = 60
/** What a channel may say of a payment. */
export const PaidState = z.enum(['authorised', 'captured'])
/** The channel's own name of a payment. */
export const PaymentReference = reference(80)

/** One line of a basket: an item of the store's menu; `grams` are those of each of `quantity`, 1,000 where an item of unit `kg` has none. */
export const BasketLine = z.strictObject({
  itemId: idOf('item'),
  quantity: whole(1, 99),
  grams: z.optional(whole(50, 50_000)),
  substitution: z.optional(Substitution),
  /** Of what the menu lists under `choices`, one of each group, by the group's name. */
  choices: z.optional(dictionary(GroupName, ChoiceName, maxItemGroups)),
  /** Several of a group, by the group's name, each once: a choice has no quantity, and one that is named twice is refused (`choice-twice`). */
  addons: z.optional(dictionary(GroupName, list(ChoiceName, maxChoices), maxItemGroups)),
  note: z.optional(text({ min: 0, max: 200 })),
})
export type BasketLine = z.infer<typeof BasketLine>

/** How long a slot may be, in minutes, and how many days ahead it may begin. */
export const slotBounds = { least: 15, most: 240, daysAhead: 14 } as const

/** For when an order is scheduled. */
export const Slot = z.strictObject({ from: Instant, to: Instant })
export type Slot = z.infer<typeof Slot>

/** What a quote offers in the place of an hour for which it cannot be had. */
export const slotOffer = {
  /** Where it cannot be had for when it is asked, the first slot for which it can: of an hour, within the hours of its store; null where it can, or no slot is known. */
  nextSlot: z.nullable(Slot),
}

export const Basket = z.strictObject({
  storeId: idOf('store'),
  orderType: OrderType,
  lines: list(BasketLine, maxBasketLines, 1),
  address: z.optional(Address),
  tip: z.optional(Price),
  /** For later; without it as soon as possible. */
  slot: z.optional(Slot),
  details: z.optional(OrderDetails),
})

/** Whether the customer's credits pay as much of it as they can; without it they pay nothing. */
export const creditWish = { useCredits: z.optional(z.boolean()) }

/** A basket to be priced; who would order it and how they would pay, where that is known, may stand in its way. */
export const BasketToQuote = z.extend(Basket, { customerPhone: z.optional(Phone), paymentMethod: z.optional(PaymentMethod), ...creditWish })

export const Quote = z.strictObject({
  storeId: z.string(),
  ...priceParts,
  total: Money,
  ...creditParts,
  deliveryKm: z.nullable(z.number()),
  prepMinutes: z.int(),
  promisedAt: Instant,
  /** Why this basket can't be ordered now; empty when it can. */
  problems: z.array(OrderProblem),
})
export type Quote = z.infer<typeof Quote>

export const NewOrder = z.extend(Basket, {
  /** The channel's own id of this order: sent again with the same content it answers with the order that is there, with other content it is refused at this field. */
  externalId: reference(80),
  customer: z.strictObject({ name: text({ max: 80 }), phone: Phone }),
  /**
   * Online: with `state` and `reference` it is paid; without, it waits as `placed` until the channel reports the payment (event `payment`),
   * and is cancelled when that does not come in time. A reference pays one order of the channel. With `through` the product's own gateway
   * takes the money: the customer pays by `payment.checkout` of the order, and nobody reports anything.
   */
  payment: z.strictObject({
    method: PaymentMethod,
    state: z.optional(PaidState),
    reference: z.optional(PaymentReference),
    through: z.optional(z.literal('gateway')),
  }),
  note: z.optional(text({ min: 0, max: 500, multiline: true })),
  /** The total that the customer saw; a different one is refused so that nobody pays what they did not see. */
  expectedTotal: z.optional(OrderTotal),
  ...creditWish,
  /** What the customer saw that is left to pay beside credits; another amount is refused. Needed where a payment was made beside them. */
  expectedToPay: z.optional(OrderTotal),
})
export type NewOrder = z.infer<typeof NewOrder>
