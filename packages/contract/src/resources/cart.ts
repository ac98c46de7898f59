import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { recordContract } from './record.ts'

export const cartStateLabels = { active: 'Active', ordered: 'Ordered', abandoned: 'Abandoned' } as const
export const CartState = enumOf(cartStateLabels)
export type CartState = z.infer<typeof CartState>

/** What happens in a cart; all but the last are told by the customer's app, and `abandoned` also by time. */
export const cartEventLabels = {
  opened: 'Opened',
  'line-added': 'Added',
  'line-changed': 'Changed',
  'line-removed': 'Removed',
  abandoned: 'Abandoned',
  ordered: 'Ordered',
  message: 'Message to the customer',
} as const

const Amount = z.strictObject({ name: z.string(), quantity: z.int() })

const {
  update: _,
  export: __,
  ...carts
} = recordContract('cart', '/carts', {
  label: 'Carts',
  permission: 'customer',
  draft: {},
  extra: {
    /** None of a guest. */
    customer: z.nullable(Named),
    vertical: Vertical,
    store: Named,
    state: CartState,
    /** As it was priced when it was put together. */
    total: Money,
    lines: z.array(z.extend(Amount, { itemId: z.string(), price: Money })),
    /** The first hundred, oldest first. */
    events: z.array(
      z.strictObject({
        sequence: z.int(),
        type: enumOf(cartEventLabels),
        line: z.nullable(Amount),
        note: z.nullable(z.string()),
        at: Instant,
      }),
    ),
    changedAt: Instant,
  },
  filters: {
    customerId: z.optional(idOf('customer')),
    vertical: z.optional(Vertical),
    storeId: z.optional(idOf('store')),
    state: z.optional(CartState),
  },
  sorts: ['createdAt'],
  alsoShows: ['customer', 'store'],
  acts: {
    message: {
      permission: 'customer.edit',
      asks: { text: text({ max: 500, multiline: true }) },
      summary: 'write to its customer by mail, who agreed to marketing by it',
    },
  },
})
/** What somebody put together in an app and may order. */
export const Cart = carts.get.shape.response
export type Cart = z.infer<typeof Cart>

export const cartContract = /* @__PURE__ */ contract('cart', {
  ...carts,
  price: get('/carts/:id/price', {
    permission: 'customer.view',
    params: byId('cart'),
    response: z.strictObject({
      /** The items as they cost now, without packing, delivery and tax that is added. */
      items: Money,
      before: Money,
      /** Why it cannot be ordered like this now. */
      problems: z.array(z.string()),
    }),
    alsoShows: ['store'],
    summary: 'What a cart would cost now, by the engine that prices orders',
  }),
})

export const cartRefusals = {
  'not-found': { 'cart-not-found': 'No such cart, or out of reach.' },
  refused: { 'no-consent': 'Its customer is not known, has no e-mail address, or has not agreed to marketing by e-mail.' },
} as const satisfies Refusals
