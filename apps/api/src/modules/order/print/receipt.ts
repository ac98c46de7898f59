import {
  formatPhone,
  formatWeight,
  isZeroMoney,
  type Order,
  type OrderLine,
  type OrderPrint,
  orderStatusLabels,
  paymentMethodLabels,
  paymentStateLabels,
  priceStepsOf,
  refundStateWords,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import type { Block } from '#kit/paper/sheet.ts'
import { choiceWords, editMark, momentWords, printTitle, quantityWords, reprintMark, typeWords } from './words.ts'

/** What the customer gets: what was bought for how much, how the total comes about, and how it was paid. No phone but the store's. */
export function receiptOf(order: Order, print: OrderPrint): Block[] {
  return [
    { kind: 'words', text: order.store.name, size: 'large', isStrong: true, align: 'centre' },
    { kind: 'words', text: `${order.branch.name} · ${formatPhone(order.storePhone)}`, size: 'small', align: 'centre' },
    { kind: 'rule' },
    { kind: 'words', text: printTitle(order, print), isStrong: true },
    { kind: 'words', text: momentWords(order, order.placedAt) },
    { kind: 'words', text: typeWords(order) },
    ...recipient(order),
    ...ending(order),
    ...editMark(order),
    { kind: 'rule' },
    ...order.lines.map(lineOf),
    { kind: 'rule' },
    ...priceStepsOf(order, format()).map(
      ({ kind, label, hint, amount }): Block => ({
        kind: 'pair',
        left: label,
        right: format().money(amount),
        // Who bears a discount is between the store and the marketplace.
        hint: kind === 'discount' ? undefined : hint,
      }),
    ),
    { kind: 'pair', left: 'Total', right: format().money(order.total), size: 'large', isStrong: true },
    { kind: 'rule' },
    { kind: 'pair', left: paymentMethodLabels[order.paymentMethod], right: paymentStateLabels[order.paymentState] },
    ...(order.credit.minor > 0 ? [{ kind: 'pair', left: 'Paid by credit', right: format().money(order.credit) } as const] : []),
    ...(isTakenBeside(order) && order.refunding.collected.minor > 0
      ? [{ kind: 'pair', left: 'Taken at hand-over', right: format().money(order.refunding.collected) } as const]
      : []),
    ...(isTakenBeside(order) && order.due.minor > 0
      ? [{ kind: 'pair', left: 'Due at hand-over', right: format().money(order.due), isStrong: true } as const]
      : []),
    ...order.refunds.map(
      ({ amount, state, reason, reasonLabel }): Block => ({
        kind: 'pair',
        left: `Refund, ${refundStateWords[state as keyof typeof refundStateWords]}`,
        right: format().money(amount),
        hint: reasonLabel ?? reason,
      }),
    ),
    ...reprintMark(order, print),
  ]
}

/** Whether what is taken at hand-over is not all of it. */
function isTakenBeside({ paymentMethod, credit }: Order): boolean {
  return paymentMethod === 'online' || credit.minor > 0
}

function recipient({ customerName, address }: Order): Block[] {
  const lines = address ? [address.line1, address.line2, `${address.locality} ${address.postalCode}`] : []
  return [customerName, ...lines].flatMap((text) => (text ? [{ kind: 'words', text } as const] : []))
}

function ending({ status, endReason, endReasonLabel }: Order): Block[] {
  if (endReason === null) return []
  return [{ kind: 'mark', text: `${orderStatusLabels[status]}: ${endReasonLabel ?? endReason}` }]
}

function lineOf(line: OrderLine): Block {
  const { name, unit, unitPrice, orderedGrams, packedGrams, amount, discount } = line
  const isRepacked = orderedGrams !== null && packedGrams !== null && packedGrams !== orderedGrams
  const below = [
    `${format().money(unitPrice)} / ${unit}`,
    ...(isRepacked ? [`Ordered ${formatWeight(orderedGrams)}`] : []),
    ...choiceWords(line, true),
    ...(isZeroMoney(discount) ? [] : [`Discount ${format().money(discount)}, below`]),
  ]
  return { kind: 'entry', lead: quantityWords(line), text: name, right: format().money(amount), below }
}
