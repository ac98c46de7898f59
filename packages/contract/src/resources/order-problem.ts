import * as z from 'zod/mini'
import { keysOf } from '../values/collection.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'

/** Everything that can stand in the way of an order, as a program tells it apart. */
export const orderProblems = {
  'store-not-selling': 'The store is not live.',
  'store-closed': 'The store is shut by its hours or by hand; `opensAt` when it opens again by itself.',
  'store-paused': 'The store takes no orders for a while; `opensAt` when that ends by itself.',
  'store-full': 'The store has all the orders that it takes in a quarter of an hour; `retryAt` when the next place is free.',
  'area-not-served': 'The area of the store is switched off.',
  'not-on-menu': 'The item is not one of this store.',
  'sold-out': 'The item is sold out.',
  'not-served-now': 'The item is served at other hours; `opensAt` when it is served again.',
  'too-few-left': 'Less of the item is left than the order asks for.',
  'too-many': 'More of the item than one order may have.',
  'sold-by-piece': 'Grams were given for what is sold by the piece.',
  'grams-needed': 'No grams were given for an item of unit `g`; one of unit `kg` is 1,000 g each without them.',
  'needs-notice':
    'The item is made for a later hour only; `earliestAt` is one that can be chosen as `slot.from` for at least five minutes.',
  'choice-needed': 'A choice that this item needs was not made, or too few of a group were.',
  'choice-unknown': 'The item does not offer this choice.',
  'choice-sold-out': 'The item offers this choice, but not at present.',
  'choice-twice': 'A choice of a group is named twice: it has no quantity.',
  'too-many-choices': 'More was chosen of a group than it takes.',
  'below-minimum': 'The items come to less than `minimum`.',
  'above-maximum': 'A line or the whole order comes to more than an order may.',
  'address-needed': 'A delivery has no address.',
  'out-of-reach': 'The store does not deliver to this address.',
  'wrong-currency': 'An amount is not in the currency of the store.',
  'slot-past': 'The slot has begun already.',
  'slot-length': 'The slot is shorter or longer than slots may be.',
  'slot-too-far': 'The slot lies further ahead than orders are taken for.',
  'slot-too-early': 'An item needs more notice; `earliestAt` is one that can be chosen as `slot.from` for at least five minutes.',
  'slot-closed': 'The store is shut when the slot begins.',
  'slot-full': 'The store has all the orders that it takes for the slot: its limit for each quarter of an hour of it.',
  'details-needed': 'The order lacks a detail that its vertical needs and that no choice in its lines names.',
  'wrong-details': 'The details are those of another vertical, or contradict what was chosen in the lines.',
  'payment-incomplete': 'A payment has both a state and a reference.',
  'payment-not-online': 'Only an online payment has a state and a reference, or goes through the gateway.',
  'no-gateway': 'Payments go to no gateway here: the channel takes the money and reports it.',
  'customer-blocked': 'The customer is blocked: no order of theirs is taken.',
  'cash-not-taken': 'No cash is taken from this customer.',
  'credit-unseen': 'A payment was made beside credits, and `expectedToPay` does not say of how much.',
  'paid-by-credit': 'Credits pay all of it: nothing is left to be paid before.',
  'amount-not-taken': 'The gateway takes no payment of this amount in this currency.',
} as const
export type OrderProblemCode = keyof typeof orderProblems

/** One thing that stands in the way: a stable code, the input's path, a sentence for people, and what helps to do it otherwise. */
export const OrderProblem = z.strictObject({
  code: z.enum(keysOf(orderProblems)),
  field: z.string(),
  message: z.string(),
  opensAt: z.optional(Instant),
  retryAt: z.optional(Instant),
  earliestAt: z.optional(Instant),
  minimum: z.optional(Money),
})
export type OrderProblem = z.infer<typeof OrderProblem>
