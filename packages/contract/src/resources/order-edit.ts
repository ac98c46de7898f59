import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import type { OrderStatus } from '../order-states.ts'
import type { OrderMover } from '../order-transitions.ts'
import { byId } from '../page.ts'
import { keysOf, list } from '../values/collection.ts'
import { Money } from '../values/money.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { BasketLine, Slot } from './basket.ts'
import { MenuItem } from './menu-item.ts'
import { Address, Order, ReasonCode } from './order-shapes.ts'
import { OrderTotal, Price, priceParts } from './price.ts'

interface EditRule {
  /** Statuses in which it may still be edited. */
  from: readonly OrderStatus[]
  movers: readonly OrderMover[]
}

/**
 * Which part of an order may be edited until when, and by whom: what was bought until it is packed and ready, the slot until the store has the
 * order, where it goes and the tip until the rider has it. An app of a store takes away and substitutes: it adds nothing, and the order never
 * comes to more by it.
 */
export const orderEdits = {
  lines: { from: ['scheduled', 'pending', 'accepted', 'preparing'], movers: ['staff', 'store'] },
  address: { from: ['scheduled', 'pending', 'accepted', 'preparing', 'ready'], movers: ['staff', 'customer'] },
  slot: { from: ['scheduled'], movers: ['staff'] },
  tip: { from: ['scheduled', 'pending', 'accepted', 'preparing', 'ready'], movers: ['staff', 'customer'] },
} as const satisfies Readonly<Record<string, EditRule>>
export type OrderEditPart = keyof typeof orderEdits
export const orderEditParts = /* @__PURE__ */ keysOf(orderEdits)

const line = whole(1, 200)
const { itemId, quantity, grams, choices, addons, note } = BasketLine.shape

/** One change of what was bought; `grams` are those of each of `quantity`, as in a basket. */
export const OrderLineChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('change'), line, quantity: z.optional(quantity), grams, choices, addons, note }),
  z.strictObject({ type: z.literal('remove'), line }),
  /** Another item in the line's place. */
  z.strictObject({ type: z.literal('substitute'), line, itemId, quantity, grams, choices, addons, note }),
  z.strictObject({ type: z.literal('add'), itemId, quantity, grams, choices, addons, note }),
])
export type OrderLineChange = z.infer<typeof OrderLineChange>

const oneMore = { lines: [{ type: 'change', line: 1, quantity: 3 }], reason: 'customer-asks' }

/** What is to be otherwise in an order that runs; what is left out stays. */
export const OrderEdit = z.strictObject({
  lines: z.optional(list(OrderLineChange, 60, 1)),
  address: z.optional(Address),
  slot: z.optional(Slot),
  tip: z.optional(Price),
})
export type OrderEdit = z.infer<typeof OrderEdit>

/** An order as an edit would leave it, and what that means for its payment. Nothing of it is done. */
export const OrderEditPreview = z.strictObject({
  /** What the order comes to now. */
  before: Money,
  /** What it would come to: sent with the edit as `expectedTotal`. */
  total: Money,
  difference: Money,
  /** What would go back of what was paid. */
  refund: Money,
  /** What would be due at hand-over, in all. */
  due: Money,
  ...priceParts,
  /** What would change, in words. */
  told: z.array(z.string()),
  /** Why it cannot be edited like this; `field` is the input's path. */
  problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
})
export type OrderEditPreview = z.infer<typeof OrderEditPreview>

/** How an order that runs is edited: apart from the order, whose pages need none of it. */
export const orderEditContract = /* @__PURE__ */ contract('order', {
  menu: get('/orders/:id/menu', {
    permission: 'order.edit',
    params: byId('order'),
    response: z.array(MenuItem),
    summary: "What the order's store sells: what can be added to it, or substituted",
  }),
  previewEdit: post('/orders/:id/edit/preview', {
    permission: 'order.edit',
    params: byId('order'),
    body: z.extend(OrderEdit, { reason: z.optional(ReasonCode) }),
    response: OrderEditPreview,
    example: { body: oneMore },
    idempotent: false,
    unaudited: true,
    summary: 'What an edit would make of an order, its price and its payment; writes nothing',
  }),
  edit: post('/orders/:id/edit', {
    permission: 'order.edit',
    params: byId('order'),
    body: z.extend(OrderEdit, {
      version: Version,
      /** The total that the preview told; another one is refused. */
      expectedTotal: OrderTotal,
      reason: ReasonCode,
      note: z.optional(text({ min: 0, max: 500, multiline: true })),
    }),
    response: Order,
    alsoChanges: ['dashboard'],
    example: { body: oneMore },
    summary: 'Edit an order that runs: its lines, address, slot or tip, for the price that the preview told',
  }),
})

export const orderEditRefusals = {
  invalid: { 'cannot-be-edited': 'The order cannot be edited like this; `fields` say why.' },
  refused: {
    'edit-price-changed': 'The edited order comes to another total than `expectedTotal`: it is in `current`.',
  },
} as const satisfies Refusals
