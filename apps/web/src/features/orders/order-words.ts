import { type OrderRow, orderTypeLabels, paymentMethodLabels, paymentStateLabels } from '@larder/contract'
import { wordsOf } from '#kit/words.ts'

/** `Cash, due`. */
export function paymentWords({ paymentMethod, paymentState }: Pick<OrderRow, 'paymentMethod' | 'paymentState'>): string {
  return `${paymentMethodLabels[paymentMethod]}, ${paymentStateLabels[paymentState].toLowerCase()}`
}

/** Who brings it: the rider, nobody yet, or the customer who collects it. */
export function carrierWords({ orderType, riderName }: Pick<OrderRow, 'orderType' | 'riderName'>): string {
  return orderType === 'pickup' ? orderTypeLabels.pickup : (riderName ?? '–')
}

/** Who bears the cost of an ending: `Store pays`. */
export function paysWords(party: string): string {
  return `${wordsOf(party)} pays`
}
