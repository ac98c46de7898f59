import { type OrderStatus, orderStatuses, orderStatusLabels, type Reason } from '@larder/contract'

interface StatusFacts {
  /** A hue that is legible as text and as a dot on white and on the dark theme's ground (at least 4.5:1 and 3:1). */
  colour: string
  /** What the customer reads. */
  customerText: string
  /** How long an order should stay in it at most. */
  targetMinutes: number | null
  /** What staff hear while an order is in it. */
  sound: string | null
}

const facts: Record<OrderStatus, StatusFacts> = {
  placed: { colour: '#64748B', customerText: 'We have your order', targetMinutes: 1, sound: null },
  scheduled: { colour: '#7C3AED', customerText: 'Your order is planned', targetMinutes: null, sound: null },
  pending: { colour: '#B45309', customerText: 'Waiting for the store', targetMinutes: 5, sound: 'new-order' },
  accepted: { colour: '#2563EB', customerText: 'The store has accepted your order', targetMinutes: 5, sound: null },
  preparing: { colour: '#0E7490', customerText: 'Your order is being prepared', targetMinutes: 25, sound: null },
  ready: { colour: '#0F766E', customerText: 'Your order is ready', targetMinutes: 10, sound: null },
  picked_up: { colour: '#4F46E5', customerText: 'Your order is on its way', targetMinutes: 30, sound: null },
  delivered: { colour: '#15803D', customerText: 'Your order was delivered', targetMinutes: null, sound: null },
  rejected: { colour: '#DC2626', customerText: 'The store could not take your order', targetMinutes: null, sound: null },
  cancelled: { colour: '#BE123C', customerText: 'Your order was cancelled', targetMinutes: null, sound: null },
  failed: { colour: '#C2410C', customerText: 'We could not deliver your order', targetMinutes: null, sound: null },
}

export const statusReference = orderStatuses.map((status, sort) => ({ status, sort, label: orderStatusLabels[status], ...facts[status] }))

/** Why the timer rejects an order that nobody answered. */
export const noAnswer = { code: 'no-answer', label: 'The store did not respond', party: 'store' } as const

/** Why the timer cancels an online order that nobody paid. */
export const notPaid = { code: 'not-paid', label: 'Not paid in time', party: 'customer' } as const

/** Why a customer may call off an order that is late. */
export const tookTooLong = 'took-too-long'

type Listed = readonly [code: string, label: string, party: Reason['party']]

const reasons: Record<Reason['kind'], readonly Listed[]> = {
  reject: [
    ['item-unavailable', 'An item is sold out', 'store'],
    ['too-busy', 'The store is too busy', 'store'],
    ['closing-soon', 'The store is closing', 'store'],
    ['no-rider', 'No rider is free', 'platform'],
    ['outside-area', 'The address is too far', 'platform'],
    ['suspicious-order', 'The order looks wrong', 'customer'],
    [noAnswer.code, noAnswer.label, noAnswer.party],
  ],
  cancel: [
    ['changed-mind', 'The customer changed their mind', 'customer'],
    ['ordered-twice', 'Ordered twice by mistake', 'customer'],
    ['wrong-address', 'The address is wrong', 'customer'],
    ['customer-unreachable', 'The customer cannot be reached', 'customer'],
    [tookTooLong, 'Taking too long', 'store'],
    ['item-unavailable', 'An item is sold out', 'store'],
    ['store-closed', 'The store had to close', 'store'],
    ['no-rider', 'No rider is free', 'platform'],
    ['technical-problem', 'A technical problem', 'platform'],
    [notPaid.code, notPaid.label, notPaid.party],
  ],
  fail: [
    ['customer-unreachable', 'The customer cannot be reached', 'customer'],
    ['wrong-address', 'The address is wrong', 'customer'],
    ['refused-at-door', 'Refused at the door', 'customer'],
    ['cannot-pay', 'The customer cannot pay', 'customer'],
    ['rider-accident', 'The rider had an accident', 'rider'],
    ['order-damaged', 'The order was damaged on the way', 'rider'],
  ],
  refund: [
    ['item-missing', 'An item was missing', 'store'],
    ['wrong-item', 'A wrong item was delivered', 'store'],
    ['poor-quality', 'The quality was poor', 'store'],
    ['weight-difference', 'It weighed less than ordered', 'store'],
    ['late-delivery', 'It came too late', 'rider'],
    ['goodwill', 'Goodwill', 'platform'],
  ],
  restore: [
    ['ended-by-mistake', 'It was ended by mistake', 'platform'],
    ['store-can-deliver', 'The store can deliver after all', 'store'],
    ['customer-asks', 'The customer wants it after all', 'customer'],
  ],
  edit: [
    ['item-unavailable', 'An item is sold out', 'store'],
    ['customer-asks', 'The customer asks for it', 'customer'],
    ['wrong-address', 'The address is wrong', 'customer'],
    ['entered-wrongly', 'It was entered wrongly', 'platform'],
  ],
  'on-behalf': [
    ['phone-off', "The rider's phone is off", 'rider'],
    ['app-fails', 'The app does not work', 'platform'],
    ['no-network', 'The rider has no network', 'rider'],
    ['forgot', 'The rider forgot to say so', 'rider'],
    ['confirmed-by-phone', 'The rider confirmed it by phone', 'rider'],
    ['confirmed-by-customer', 'The customer confirmed it', 'customer'],
    ['confirmed-by-store', 'The store confirmed it', 'store'],
  ],
  pause: [
    ['too-busy', 'Too many orders', 'store'],
    ['short-of-staff', 'Short of staff', 'store'],
    ['out-of-stock', 'Out of stock', 'store'],
    ['technical-problem', 'A technical problem', 'store'],
  ],
  ticket: [
    ['late-order', 'The order is late', 'rider'],
    ['item-missing', 'An item was missing', 'store'],
    ['wrong-item', 'A wrong item was delivered', 'store'],
    ['poor-quality', 'The quality was poor', 'store'],
    ['never-arrived', 'The order never arrived', 'rider'],
    ['rider-conduct', 'How the rider behaved', 'rider'],
    ['payment-problem', 'A problem with a payment', 'platform'],
    ['app-problem', 'A problem with the app', 'platform'],
    ['payout-question', 'A question about a payout', 'platform'],
    ['other-matter', 'Something else', 'platform'],
  ],
  feedback: [
    ['delivery-time', 'Delivery time', 'rider'],
    ['rider-manner', "The rider's manner", 'rider'],
    ['food-quality', 'Food quality', 'store'],
    ['packing', 'Packing', 'store'],
    ['menu-range', 'Menu and range', 'store'],
    ['app-search', 'Finding things in the app', 'platform'],
    ['app-fault', 'A fault of the app', 'platform'],
    ['payment', 'Payment and refunds', 'platform'],
    ['price', 'Prices and offers', 'platform'],
  ],
}

export const reasonReference = (Object.keys(reasons) as Reason['kind'][]).flatMap((kind) =>
  reasons[kind].map(([code, label, party], sort) => ({ kind, code, label, party, sort })),
)
