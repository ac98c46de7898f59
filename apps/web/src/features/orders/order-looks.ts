import {
  deliveryStateLabels,
  type OrderEventType,
  type OrderRow,
  orderTypeLabels,
  paymentMethodLabels,
  paymentStateLabels,
} from '@larder/contract'
import { type Look, looksOf, wordsOf } from '#kit/cells/look.ts'

export const paymentLooks = looksOf(paymentStateLabels, {
  none: 'warning',
  authorised: 'info',
  captured: 'good',
  partially_refunded: 'warning',
  refunded: 'warning',
  failed: 'bad',
  due: 'warning',
  collected: 'good',
  deposited: 'good',
})

export const deliveryLooks = looksOf(deliveryStateLabels, {
  unassigned: 'warning',
  offered: 'info',
  assigned: 'info',
  at_store: 'info',
  picked: 'info',
  at_customer: 'info',
  done: 'good',
  failed: 'bad',
})

const eventTones: Partial<Record<OrderEventType, NonNullable<Look['tone']>>> = {
  place: 'info',
  payment: 'good',
  accept: 'good',
  reject: 'bad',
  delay: 'warning',
  unassignRider: 'warning',
  deliver: 'good',
  collect: 'good',
  fail: 'bad',
  cancel: 'bad',
  restore: 'good',
}

/** The tone of an entry of the timeline, where it has one. */
export function toneOfEvent(type: string): Look['tone'] {
  return eventTones[type as OrderEventType]
}

/** `Cash, due`. */
export function paymentWords({ paymentMethod, paymentState }: Pick<OrderRow, 'paymentMethod' | 'paymentState'>): string {
  return `${paymentMethodLabels[paymentMethod]}, ${paymentStateLabels[paymentState].toLowerCase()}`
}

/** Who brings it: the rider, nobody yet, or the customer who collects it. */
export function carrierWords({ orderType, riderName }: Pick<OrderRow, 'orderType' | 'riderName'>): string {
  return orderType === 'pickup' ? orderTypeLabels.pickup : (riderName ?? '–')
}

/** Two letters for an avatar. */
/** Who bears the cost of an ending: `Store pays`. */
export function paysWords(party: string): string {
  return `${wordsOf(party)} pays`
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase()
}
