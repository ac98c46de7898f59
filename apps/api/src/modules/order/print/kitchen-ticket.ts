import { describeDetails, type Order, type OrderLine, type OrderPrint, orderStatusLabels, printDocumentLabels } from '@larder/contract'
import type { Block } from '#kit/paper/sheet.ts'
import { choiceWords, editMark, momentWords, quantityWords, reprintMark, typeWords } from './words.ts'

/** What the kitchen works from: what to prepare, how, and for when. No prices, and of the customer the name alone. */
export function kitchenTicketOf(order: Order, print: OrderPrint): Block[] {
  return [
    { kind: 'words', text: `${printDocumentLabels[print.document]} · ${order.store.name}`, size: 'small', align: 'centre' },
    { kind: 'words', text: order.number, size: 'huge', isStrong: true, align: 'centre' },
    { kind: 'words', text: typeWords(order), size: 'large', isStrong: true, align: 'centre' },
    ...reprintMark(order, print),
    ...editMark(order),
    ...ending(order),
    { kind: 'words', text: `Placed ${momentWords(order, order.placedAt)}` },
    ...(order.promisedAt ? [{ kind: 'words', text: `Promised ${momentWords(order, order.promisedAt)}`, isStrong: true } as const] : []),
    { kind: 'words', text: `For ${order.customerName}` },
    { kind: 'rule' },
    ...order.lines.map(lineOf),
    { kind: 'rule' },
    ...describeDetails(order.details).flatMap(({ label, words }): Block[] =>
      words === null ? [] : [{ kind: 'pair', left: label, right: words, isStrong: true }],
    ),
    ...(order.note ? [{ kind: 'mark', text: `“${order.note}”` } as const] : []),
  ]
}

function ending({ status, endReason }: Order): Block[] {
  return endReason === null ? [] : [{ kind: 'mark', text: `${orderStatusLabels[status]}: do not prepare` }]
}

function lineOf(line: OrderLine): Block {
  const below = [...choiceWords(line, false), ...(line.note ? [`“${line.note}”`] : [])]
  return { kind: 'entry', lead: quantityWords(line), text: line.name, below, size: 'large', isStrong: true }
}
