import * as z from 'zod/mini'
import { type ChannelKind, channelParties } from '../channel-access.ts'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { OrderStatus } from '../order-states.ts'
import { byId } from '../page.ts'
import { enumOf, list } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { queryWhole, whole } from '../values/number.ts'
import { OpeningHours, SpecialDay } from '../values/opening-hours.ts'
import { Phone } from '../values/phone.ts'
import { reference, text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { BasketToQuote, NewOrder, Quote } from './basket.ts'
import { channelMenu } from './channel-menu.ts'
import { ChannelOrder, ChannelOrderDetail, ChannelOrderEvent } from './channel-order.ts'
import { FeedbackAbout, FeedbackKind } from './feedback.ts'
import { MachineKind, machineKinds, PairingCode } from './machine.ts'
import { OrderType, Party, PaymentMethod } from './order-shapes.ts'
import { ShiftState } from './rider.ts'

/** Which machines a key's program runs on, or prints with. */
export const machinesOf: { readonly [K in ChannelKind]: readonly MachineKind[] } = {
  'customer-app': [],
  'store-app': ['tablet', 'printer'],
  till: ['till', 'printer'],
  'rider-app': [],
  simulator: machineKinds,
}

const stars = whole(1, 5)
const Taken = z.strictObject({ id: z.string() })
/** Why a rider's position does not count. */
export const positionNotTakenWords = {
  'older-position': 'one of the same moment or a later one was taken before',
  'rider-not-active': 'the rider is not at work for the marketplace',
} as const
export const PositionNotTaken = enumOf(positionNotTakenWords)

/** What outside programs call; each endpoint asks for a scope of the caller's key, and for a key that speaks for one of its parties. */
export const channelContract = contract('channel', {
  stores: get('/channel/stores', {
    permission: 'channel:catalogue',
    parties: channelParties,
    response: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        vertical: Vertical,
        branchId: z.string(),
        point: Point,
        isOpenNow: z.boolean(),
        prepMinutes: z.int(),
        currency: z.string(),
        timeZone: z.string(),
        /** When a store that is shut takes orders again by itself; null while it is open, or when only a person can open it. */
        opensAt: z.nullable(Instant),
        openingHours: OpeningHours,
        specialDays: z.array(SpecialDay),
        orderTypes: z.array(OrderType),
        /** The least that the items must come to. */
        minimum: z.strictObject({ delivery: Money, pickup: Money }),
        packing: Money,
        area: z.strictObject({ id: z.string(), centre: Point, maxKm: z.number() }),
      }),
    ),
    summary: 'Live stores within the reach of the key',
  }),
  ...channelMenu,
  riders: get('/channel/riders', {
    permission: 'channel:riders',
    parties: ['rider'],
    response: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        branchId: z.string(),
        shiftState: z.string(),
        point: z.nullable(Point),
        activeOrders: z.int(),
      }),
    ),
    summary: 'Riders within the reach of the key',
  }),
  activeOrders: get('/channel/orders', {
    permission: 'channel:orders',
    parties: channelParties,
    query: z.strictObject({
      after: z.optional(idOf('order')),
      limit: z._default(queryWhole(1, 200), 100),
    }),
    response: z.array(
      z.extend(ChannelOrder, {
        deliveryState: z.string(),
        orderType: OrderType,
        storePoint: Point,
        /** Where it goes, to whom the address of the order is told. */
        customerPoint: z.nullable(Point),
        readyAt: z.nullable(Instant),
        acceptedAt: z.nullable(Instant),
        prepMinutes: z.nullable(z.int()),
        paymentMethod: PaymentMethod,
        weighedLines: z.array(z.strictObject({ line: z.int(), orderedGrams: z.int(), packedGrams: z.nullable(z.int()) })),
      }),
    ),
    summary:
      'Active orders, oldest first, a page at a time: what an app begins with, once `/channel/changes` has told it where to go on from',
  }),
  changes: get('/channel/changes', {
    permission: 'channel:orders',
    parties: channelParties,
    query: z.strictObject({
      /** Without it nothing is told but where to begin. */
      after: z.optional(queryWhole(0, Number.MAX_SAFE_INTEGER)),
      limit: z._default(queryWhole(1, 1000), 500),
    }),
    response: z.strictObject({
      /** To be sent as the next `after`. */
      sequence: z.int(),
      /** Too long ago: read the orders that matter again. */
      reset: z.boolean(),
      /** Ask again at once. */
      isMore: z.boolean(),
      changes: z.array(
        z.strictObject({
          sequence: z.int(),
          orderId: idOf('order'),
          /** The version that this change made. */
          version: z.int(),
          action: z.string(),
          /** Where this change left the order; it may be further on by now. */
          status: OrderStatus,
          at: Instant,
        }),
      ),
    }),
    summary: 'What happened to the orders within the reach of the key after a sequence, in order and without a gap: how an app catches up',
  }),
  quote: post('/channel/quotes', {
    permission: 'channel:quotes',
    parties: ['customer'],
    body: BasketToQuote,
    response: Quote,
    idempotent: false,
    unaudited: true,
    summary: 'Price a basket before ordering',
  }),
  placeOrder: post('/channel/orders', {
    permission: 'channel:orders',
    parties: ['customer'],
    body: NewOrder,
    response: ChannelOrder,
    alsoChanges: ['order', 'dashboard'],
    perMinute: 60_000,
    summary: 'Place an order; acknowledged only when it is stored. A refusal carries the quote as `current`, with its `problems`',
  }),
  getOrder: get('/channel/orders/:id', {
    permission: 'channel:orders',
    parties: channelParties,
    params: byId('order'),
    response: ChannelOrderDetail,
    summary: 'One order with its lines and where it goes, as far as the key may know',
  }),
  reasons: get('/channel/reasons', {
    permission: 'channel:order-events',
    parties: channelParties,
    response: z.array(
      z.strictObject({ act: z.enum(['reject', 'cancel', 'fail', 'edit']), code: z.string(), label: z.string(), party: Party }),
    ),
    summary:
      "The reasons that the key's own events may carry. A customer's app gives those that the customer answers for, and took-too-long once the promise has passed",
  }),
  statuses: get('/channel/statuses', {
    permission: 'channel:orders',
    parties: channelParties,
    response: z.array(z.strictObject({ status: OrderStatus, label: z.string(), customerText: z.string() })),
    summary: 'What each status of an order is called, and what its customer reads',
  }),
  orderEvent: post('/channel/orders/:id/events', {
    permission: 'channel:order-events',
    parties: channelParties,
    params: byId('order'),
    body: ChannelOrderEvent,
    response: ChannelOrder,
    perMinute: 60_000,
    summary: 'A store, a rider or a customer acts on an order',
  }),
  positions: post('/channel/riders/:id/positions', {
    permission: 'channel:riders',
    parties: ['rider'],
    params: byId('rider'),
    body: z.strictObject({
      point: Point,
      at: Instant,
      shiftState: z.optional(ShiftState),
      orderId: z.optional(z.nullable(idOf('order'))),
      /** What is left in the battery of their phone. */
      batteryPct: z.optional(whole(0, 100)),
    }),
    /** `messages`: so many of the staff's are not read yet. */
    response: z.strictObject({ taken: z.boolean(), because: z.nullable(PositionNotTaken), messages: z.int() }),
    idempotent: false,
    unaudited: true,
    perMinute: 60_000,
    summary: "A rider's position; only the newest counts",
  }),
  riderMessages: get('/channel/riders/:id/messages', {
    permission: 'channel:riders',
    parties: ['rider'],
    params: byId('rider'),
    response: z.array(z.strictObject({ id: z.string(), text: z.string(), sentAt: Instant, readAt: z.nullable(Instant) })),
    summary: 'What staff wrote to a rider, the newest first, at most 50',
  }),
  readRiderMessages: post('/channel/riders/:id/messages/read', {
    permission: 'channel:riders',
    parties: ['rider'],
    params: byId('rider'),
    body: z.strictObject({ messageId: idOf('rider-message') }),
    response: z.strictObject({ messages: z.int() }),
    idempotent: false,
    unaudited: true,
    summary: 'The rider has read a message, and all that came before it',
  }),
  cart: post('/channel/carts', {
    permission: 'channel:carts',
    parties: ['customer'],
    body: z.strictObject({
      cartId: idOf('cart'),
      storeId: idOf('store'),
      customerPhone: z.optional(Phone),
      deviceToken: z.optional(reference(200)),
      type: z.enum(['opened', 'line-added', 'line-changed', 'line-removed', 'abandoned', 'ordered']),
      line: z.optional(z.strictObject({ itemId: idOf('item'), quantity: whole(0, 99) })),
    }),
    response: z.strictObject({ id: z.string(), version: z.int() }),
    perMinute: 60_000,
    summary: 'One event of a cart',
  }),
  device: post('/channel/devices', {
    permission: 'channel:devices',
    parties: channelParties,
    body: z.strictObject({
      ownerKind: z.enum(['customer', 'store', 'rider', 'guest']),
      /** Of a customer, a store or a rider that the key speaks for: required of these, left out for a guest. */
      ownerId: z.optional(z.nullable(idOf('owner'))),
      platform: z.enum(['android', 'ios', 'web']),
      pushToken: reference(400),
      appVersion: z.optional(text({ max: 40 })),
    }),
    response: Taken,
    example: { body: { ownerId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f' } },
    summary: 'Register a push token',
  }),
  review: post('/channel/reviews', {
    permission: 'channel:reviews',
    parties: ['customer'],
    body: z.strictObject({
      orderId: idOf('order'),
      food: stars,
      delivery: z.optional(stars),
      app: z.optional(stars),
      tags: z.optional(list(text({ max: 40 }), 8)),
      text: z.optional(text({ min: 0, max: 1000, multiline: true })),
    }),
    response: Taken,
    summary: 'A customer reviews a delivered order, once',
  }),
  feedback: post('/channel/feedback', {
    permission: 'channel:reviews',
    parties: ['customer'],
    body: z.strictObject({
      /** What the app itself calls it: sent again it is the one that is there, with other content it is refused at this field. */
      externalId: z.optional(reference(80)),
      customerPhone: z.optional(Phone),
      orderId: z.optional(idOf('order')),
      /** Without it, the store of its order, else the app. */
      about: z.optional(FeedbackAbout),
      kind: FeedbackKind,
      stars: z.optional(stars),
      text: text({ max: 2000, multiline: true }),
    }),
    response: Taken,
    summary: 'What a customer says of the app, a store or a rider, with or without an order',
  }),
  machines: get('/channel/machines', {
    permission: 'channel:machines',
    parties: ['store'],
    response: z.array(z.strictObject({ id: z.string(), storeId: z.string(), kind: MachineKind, lastHeartbeatAt: z.nullable(Instant) })),
    summary: 'Tills, printers and tablets of the live stores that the key reaches: each kind of key sees its own',
  }),
  pair: post('/channel/machines/pair', {
    permission: 'channel:machines',
    parties: ['store'],
    body: z.strictObject({
      code: PairingCode,
      serial: z.optional(reference(60)),
      appVersion: z.optional(text({ max: 40 })),
    }),
    response: z.strictObject({ id: z.string(), storeId: z.string(), kind: MachineKind, name: z.string() }),
    perMinute: 600,
    summary: 'The program of a till, printer or tablet enters the code that the screen showed, and learns which machine it is',
  }),
  heartbeat: post('/channel/machines/:id/heartbeat', {
    permission: 'channel:machines',
    parties: ['store'],
    params: byId('machine'),
    body: z.strictObject({ appVersion: z.optional(text({ max: 40 })) }),
    response: z.strictObject({
      id: z.string(),
      lastHeartbeatAt: Instant,
      /** What waits for it, told this once. */
      messages: z.array(z.strictObject({ text: z.string(), at: Instant })),
    }),
    idempotent: false,
    unaudited: true,
    perMinute: 60_000,
    summary: 'A till, printer or tablet is alive, and fetches what waits for it',
  }),
})

export const channelRefusals = {
  'not-permitted': { 'wrong-party': 'The channel key does not speak for the party in `fields.as`.' },
  refused: {
    'cart-ordered': 'The cart was ordered.',
    'not-delivered': 'Only a delivered order is reviewed.',
    'already-reviewed': 'The order has its review.',
  },
} as const satisfies Refusals
