import type { DecidedOrder } from '../src/modules/order/act/decide.ts'
import { type PackedLine, repriceByWeight } from '../src/modules/order/act/weights.ts'

/** Every weighed line, from half of what was ordered to twice as much. */
export function packedBy({ lines }: Pick<DecidedOrder, 'lines'>, number: number): PackedLine[] {
  return lines.flatMap(({ line, ordered_grams: ordered }) =>
    ordered === null ? [] : [{ line, packedGrams: Math.ceil(ordered / 2) + (number % (Math.floor(ordered * 1.5) + 1)) }],
  )
}

/** What an order comes to once every weighed line has exactly what was ordered, in minor units. */
export function orderedTotalOf(order: DecidedOrder): number {
  const packed = order.lines.flatMap(({ line, ordered_grams }) => (ordered_grams === null ? [] : [{ line, packedGrams: ordered_grams }]))
  return repriceByWeight({ ...order, payment_state: 'due' }, packed).changes.total_minor
}
