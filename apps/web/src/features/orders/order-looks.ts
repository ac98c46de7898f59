import type { DeliveryState, OrderEvent, OrderRow, PaymentState } from '@larder/contract'
import { type Look, wordsOf } from '#kit/cells/look.ts'

export const paymentMethodWords: Record<OrderRow['paymentMethod'], string> = { online: 'Online', cash: 'Cash', card: 'Card' }
export const orderTypeWords: Record<OrderRow['orderType'], string> = { delivery: 'Delivery', pickup: 'Pick-up' }

export const paymentLooks: Record<PaymentState, Look> = {
  none: { label: 'Awaiting payment', tone: 'warning' },
  authorised: { label: 'Authorised', tone: 'info' },
  captured: { label: 'Paid', tone: 'good' },
  partially_refunded: { label: 'Part refund approved', tone: 'warning' },
  refunded: { label: 'Refund approved', tone: 'warning' },
  voided: { label: 'Voided' },
  failed: { label: 'Payment failed', tone: 'bad' },
  due: { label: 'Due', tone: 'warning' },
  collected: { label: 'Collected', tone: 'good' },
  deposited: { label: 'Deposited', tone: 'good' },
}

export const deliveryLooks: Record<DeliveryState, Look> = {
  unassigned: { label: 'No rider yet', tone: 'warning' },
  offered: { label: 'Offered to a rider', tone: 'info' },
  assigned: { label: 'On the way to the store', tone: 'info' },
  at_store: { label: 'At the store', tone: 'info' },
  picked: { label: 'On the way to the customer', tone: 'info' },
  at_customer: { label: 'At the customer', tone: 'info' },
  done: { label: 'Handed over', tone: 'good' },
  failed: { label: 'Delivery failed', tone: 'bad' },
}

interface EventLook {
  what: string
  tone?: 'good' | 'warning' | 'bad' | 'info'
}

const eventLooks: Record<string, EventLook> = {
  place: { what: 'Order placed', tone: 'info' },
  payment: { what: 'Paid', tone: 'good' },
  schedule: { what: 'Scheduled for later' },
  release: { what: 'Released to the store' },
  accept: { what: 'Accepted', tone: 'good' },
  reject: { what: 'Rejected', tone: 'bad' },
  delay: { what: 'Delayed', tone: 'warning' },
  startPreparing: { what: 'Preparation started' },
  markReady: { what: 'Ready' },
  packWeights: { what: 'Weights packed' },
  assignRider: { what: 'Rider assigned' },
  unassignRider: { what: 'Taken from the rider', tone: 'warning' },
  arriveAtStore: { what: 'Rider at the store' },
  pickUp: { what: 'Picked up' },
  arriveAtCustomer: { what: 'Rider at the customer' },
  deliver: { what: 'Delivered', tone: 'good' },
  collect: { what: 'Collected by the customer', tone: 'good' },
  fail: { what: 'Delivery failed', tone: 'bad' },
  cancel: { what: 'Cancelled', tone: 'bad' },
  restore: { what: 'Restored', tone: 'good' },
  claim: { what: 'Claimed' },
  unclaim: { what: 'Claim released' },
  note: { what: 'Note' },
}

/** What happened, in the words of the timeline. */
export function lookOfEvent({ type }: Pick<OrderEvent, 'type'>): EventLook {
  return eventLooks[type] ?? { what: wordsOf(type) }
}

/** `850 g`, `1.25 kg`. */
export function weightWords(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${Number((grams / 1000).toFixed(3))} kg`
}

/** `Cash, due`. */
export function paymentWords({ paymentMethod, paymentState }: Pick<OrderRow, 'paymentMethod' | 'paymentState'>): string {
  return `${paymentMethodWords[paymentMethod]}, ${paymentLooks[paymentState].label.toLowerCase()}`
}

/** Who brings it: the rider, nobody yet, or the customer who collects it. */
export function carrierWords({ orderType, riderName }: Pick<OrderRow, 'orderType' | 'riderName'>): string {
  return orderType === 'pickup' ? orderTypeWords.pickup : (riderName ?? '–')
}

/** Two letters for an avatar. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase()
}
