import {
  formatWeight,
  isZeroMoney,
  type Order,
  type OrderLine,
  type OrderPrint,
  orderTypeLabels,
  printDocumentLabels,
  substitutionWords,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import type { Block } from '#kit/paper/sheet.ts'

/** A moment as the order's branch writes it. */
export function momentWords(order: Pick<Order, 'timeZone'>, at: string): string {
  return format().instant(at, 'dateTime', order.timeZone)
}

/** How it leaves, and for when: `Delivery`, `Pick-up, for Nov 20, 2026, 6:00 PM to 6:30 PM`. */
export function typeWords({ orderType, timing, slotFrom, slotTo, timeZone }: Order): string {
  const type = orderTypeLabels[orderType]
  if (timing !== 'slot' || slotFrom === null) return type
  const until = slotTo ? ` to ${format().instant(slotTo, 'time', timeZone)}` : ''
  return `${type}, for ${momentWords({ timeZone }, slotFrom)}${until}`
}

/** How much of a line: `2 ×`, `850 g` where it was weighed or is to be. */
export function quantityWords({ quantity, orderedGrams, packedGrams }: OrderLine): string {
  const grams = packedGrams ?? orderedGrams
  return grams === null ? `${quantity} ×` : formatWeight(grams)
}

/** What was chosen, and what comes instead; with what a choice costs where prices are shown. */
export function choiceWords(line: OrderLine, isPriced: boolean): string[] {
  const said = substitutionWords(line)
  return [
    ...line.options.map(({ group, choice, priceDelta }) =>
      isPriced && !isZeroMoney(priceDelta) ? `${group}: ${choice} (${format().money(priceDelta)})` : `${group}: ${choice}`,
    ),
    ...(said ? [said] : []),
  ]
}

/** What tells a copy from the first one; a first one has none. */
export function reprintMark(order: Order, { copy, printedAt, printedBy }: OrderPrint): Block[] {
  return copy === 1 ? [] : [{ kind: 'mark', text: `Reprint · copy ${copy} · ${momentWords(order, printedAt)} · by ${printedBy}` }]
}

/** What tells an order that was edited from the one that was placed. */
export function editMark(order: Order): Block[] {
  const edits = order.events.filter(({ type }) => type === 'edit')
  const last = edits.at(-1)
  if (!last) return []
  return [{ kind: 'mark', text: `Edited ${edits.length === 1 ? 'once' : `${edits.length} times`}, last ${momentWords(order, last.at)}` }]
}

/** What a print's file is called. */
export function printTitle({ number }: Order, { document }: Pick<OrderPrint, 'document'>): string {
  return `${printDocumentLabels[document]} ${number}`
}
