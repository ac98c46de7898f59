import * as z from 'zod/mini'
import { maskedPhone } from '../masked.ts'
import { boardStages, DeliveryState, OrderStatus, PaymentState } from '../order-states.ts'
import { orderMoverLabels } from '../order-transitions.ts'
import { Allowed, Named } from '../page.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { reference, text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { priceParts } from './price.ts'
import { Refund, Refunding } from './refund.ts'
import { VegMark } from './veg-mark.ts'

export const paymentMethodLabels = { online: 'Online', cash: 'Cash', card: 'Card' } as const
export const PaymentMethod = enumOf(paymentMethodLabels)
export const orderTypeLabels = { delivery: 'Delivery', pickup: 'Pick-up' } as const
export const OrderType = enumOf(orderTypeLabels)
/** Whose doing something was: it bears the cost. */
export const partyLabels = { customer: 'Customer', store: 'Store', rider: 'Rider', platform: 'Platform' } as const
export const Party = enumOf(partyLabels)

/** What is done about an item that is sold out; in words, `substitutionLabels`. */
export const Substitution = z.enum(['ask', 'best-match', 'refund'])

/** How an item is sold: by the piece or by weight. */
export const ItemUnit = z.enum(['pc', 'kg', 'g'])
export type ItemUnit = z.infer<typeof ItemUnit>

/** Minutes of preparation with which an order is accepted. */
export const PrepMinutes = whole(1, 240)
/** By how many minutes a delay moves the promise. */
export const delayChoices = [5, 10, 20, 30] as const
export const DelayMinutes = z.literal(delayChoices)
/** Why somebody ends an order or acts on another's behalf: a code of the lists of reasons. */
export const ReasonCode = reference(40)

/** One row of a list: 25 of them stay below 8 kB. */
export const OrderRow = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  vertical: Vertical,
  status: OrderStatus,
  orderType: OrderType,
  store: Named,
  customerName: z.string(),
  itemCount: z.int(),
  total: Money,
  paymentMethod: PaymentMethod,
  paymentState: PaymentState,
  riderName: z.nullable(z.string()),
  /** Whether staff took it over the phone. */
  isByPhone: z.boolean(),
  /** Who of the staff handles it. */
  claimedBy: z.nullable(Named),
  placedAt: Instant,
  promisedAt: z.nullable(Instant),
  version: z.int(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** What only one vertical's orders carry; a union on `vertical`. */
export const OrderDetails = z.discriminatedUnion('vertical', [
  z.strictObject({ vertical: z.literal('restaurant'), cutlery: z.boolean() }),
  z.strictObject({ vertical: z.literal('grocery'), substitution: Substitution, crates: whole(0, 99) }),
  z.strictObject({ vertical: z.literal('fruits'), ripeness: z.enum(['any', 'ready', 'firm']), crates: whole(0, 99) }),
  z.strictObject({ vertical: z.literal('fish'), cleaning: z.enum(['whole', 'cleaned', 'curry-cut', 'fillet']), iced: z.boolean() }),
  z.strictObject({
    vertical: z.literal('cakes'),
    message: text({ min: 0, max: 80 }),
    flavour: text({ min: 0, max: 60 }),
    weightGrams: whole(0, 50_000),
    eggless: z.boolean(),
  }),
])
export type OrderDetails = z.infer<typeof OrderDetails>

/** A card of the live board: a row with what is needed to act without opening it. */
export const OrderCard = z.extend(OrderRow, {
  branchId: z.string(),
  itemSummary: z.string(),
  note: z.nullable(z.string()),
  pendingAt: z.nullable(Instant),
  acceptedAt: z.nullable(Instant),
  preparingAt: z.nullable(Instant),
  readyAt: z.nullable(Instant),
  pickedUpAt: z.nullable(Instant),
  /** What is to be paid at hand-over: all of it, or what edits have added to what was paid before. */
  due: Money,
  /** When nobody's answer has it rejected by itself; null once it was answered. */
  rejectsAt: z.nullable(Instant),
  prepMinutes: z.nullable(z.int()),
  /** Minutes that the store needs at present: its usual ones, and those it adds while it is busy. */
  storePrepMinutes: z.int(),
  deliveryState: DeliveryState,
  areaName: z.string(),
  rider: z.nullable(Named),
  slotFrom: z.nullable(Instant),
  slotTo: z.nullable(Instant),
  /** The branch's, by whose clock the slot is told. */
  timeZone: z.string(),
  /** Hours ahead that what was ordered has to be known. */
  leadHours: z.int(),
  details: OrderDetails,
  allowed: Allowed,
})
export type OrderCard = z.infer<typeof OrderCard>

export const OrderLine = z.strictObject({
  line: z.int(),
  itemId: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  name: z.string(),
  /** Its item's first, as it is now; null without one, and of an item that is gone. */
  pictureId: z.nullable(idOf('file')),
  vegMark: z.nullable(VegMark),
  unit: ItemUnit,
  quantity: z.int(),
  unitPrice: Money,
  options: z.array(z.strictObject({ group: z.string(), choice: z.string(), priceDelta: Money })),
  orderedGrams: z.nullable(z.int()),
  packedGrams: z.nullable(z.int()),
  /** What to do where it is sold out; `replaces`: what it was sent instead of. */
  substitution: z.nullable(z.strictObject({ preference: z.nullable(Substitution), replaces: z.nullable(z.string()) })),
  amount: Money,
  discount: Money,
  tax: Money,
  note: z.nullable(z.string()),
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderEvent = z.strictObject({
  sequence: z.int(),
  type: z.string(),
  from: z.nullable(OrderStatus),
  to: z.nullable(OrderStatus),
  actorKind: z.enum(keysOf(orderMoverLabels)),
  actorName: z.string(),
  source: z.string(),
  reason: z.nullable(z.string()),
  reasonLabel: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isInternal: z.boolean(),
  /** The other order that it tells of: what was ordered again, or what it was ordered again from. */
  order: z.nullable(z.strictObject({ id: idOf('order'), number: z.string() })),
  at: Instant,
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** The details of an order whose customer said nothing special. */
export const plainDetails: { readonly [V in Vertical]: Extract<OrderDetails, { vertical: V }> } = {
  restaurant: { vertical: 'restaurant', cutlery: false },
  grocery: { vertical: 'grocery', substitution: 'ask', crates: 0 },
  fruits: { vertical: 'fruits', ripeness: 'any', crates: 0 },
  fish: { vertical: 'fish', cleaning: 'cleaned', iced: true },
  cakes: { vertical: 'cakes', message: '', flavour: '', weightGrams: 0, eggless: false },
}

/** The details of an order for what was chosen in its lines; `weightGrams` is the weight that was chosen. */
export function detailsOfChoices(vertical: Vertical, { flavour }: Readonly<Record<string, string>>, weightGrams: number): OrderDetails {
  const plain = plainDetails[vertical]
  return 'flavour' in plain ? { ...plain, flavour: flavour ?? plain.flavour, weightGrams } : plain
}

/** A choice by this name is a cake without egg. */
export function isEggless(choice: string): boolean {
  return choice.trim().toLowerCase() === 'eggless'
}

export const Address = z.strictObject({
  line1: text({ max: 120 }),
  line2: z.nullable(text({ min: 0, max: 120 })),
  locality: text({ max: 80 }),
  postalCode: text({ max: 12 }),
  point: Point,
  instructions: z.nullable(text({ min: 0, max: 200 })),
})
export type Address = z.infer<typeof Address>

export const Order = z.extend(OrderCard, {
  externalId: z.nullable(z.string()),
  branch: Named,
  area: Named,
  businessDay: LocalDate,
  timing: z.enum(['asap', 'slot']),
  storePhone: z.string(),
  storePoint: Point,
  customer: z.nullable(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      phone: maskedPhone('order.reveal'),
      orders: z.int(),
      flags: z.array(z.string()),
    }),
  ),
  customerPhone: maskedPhone('order.reveal'),
  address: z.nullable(Address),
  riderDetail: z.nullable(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      phone: z.string(),
      vehicle: z.string(),
      point: z.nullable(Point),
      positionedAt: z.nullable(Instant),
    }),
  ),
  lines: z.array(OrderLine),
  ...priceParts,
  /** What credits pay of its total; nothing once it ended otherwise than delivered. */
  credit: Money,
  discounts: z.array(
    z.strictObject({
      name: z.string(),
      code: z.nullable(z.string()),
      amount: Money,
      funders: z.array(z.strictObject({ party: z.enum(['store', 'platform', 'brand']), amount: Money })),
    }),
  ),
  paymentReference: z.nullable(z.string()),
  /** The gateway that executes its payment; null where its channel takes the money. */
  gateway: z.nullable(z.string()),
  /** What its payment holds, or was held before it was captured; null where nothing ever was. */
  authorised: z.nullable(Money),
  refunds: z.array(Refund),
  refunding: Refunding,
  endReason: z.nullable(z.string()),
  endReasonLabel: z.nullable(z.string()),
  endParty: z.nullable(Party),
  endNote: z.nullable(z.string()),
  endedAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
  delays: z.int(),
  events: z.array(OrderEvent),
})
export type Order = z.infer<typeof Order>

export const OrderBoard = z.strictObject({
  at: Instant,
  warnMinutes: z.int(),
  autoRejectMinutes: z.int(),
  columns: z.array(z.strictObject({ key: z.enum(keysOf(boardStages)), total: z.int(), cards: z.array(OrderCard) })),
})
export type OrderBoard = z.infer<typeof OrderBoard>

/** What a list of reasons is for; `on-behalf`: why staff did what is the rider's to do; `ticket`: what a ticket is about. Their words stand with the lists (`reasonKindLabels`). */
export const ReasonKind = z.enum(['reject', 'cancel', 'fail', 'refund', 'restore', 'edit', 'on-behalf', 'pause', 'ticket', 'feedback'])

export const Reason = z.strictObject({
  kind: ReasonKind,
  code: z.string(),
  label: z.string(),
  party: Party,
})
export type Reason = z.infer<typeof Reason>
