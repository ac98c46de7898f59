import { addMoney, allocateMoney, type Money, type Order, type Refund, zeroMoney } from '@larder/contract'

/** `2 × Masala Dosa, 1 × Filter Coffee`. */
export function boughtWords(order: Pick<Order, 'lines'>, lines: Refund['lines']): string {
  return lines.map(({ line, quantity }) => `${quantity} × ${nameOf(order, line)}`).join(', ')
}

export function nameOf({ lines }: Pick<Order, 'lines'>, wanted: number): string {
  return lines.find(({ line }) => line === wanted)?.name ?? `Line ${wanted}`
}

export type Wanted = readonly { line: number; quantity: number }[]

/** What the chosen of the lines come to that can still go back. */
export function chosenTotal({ lines, left }: Pick<Order['refunding'], 'lines' | 'left'>, wanted: Wanted): Money {
  const parts = lines.map((rest) => partOf(rest, wanted.find(({ line }) => line === rest.line)?.quantity ?? 0))
  return addMoney(zeroMoney(left.currency), ...parts)
}

// As the server divides it, so that what is told before is what goes back.
function partOf({ amount, quantity: of }: Order['refunding']['lines'][number], quantity: number): Money {
  const isPart = Number.isInteger(quantity) && quantity > 0 && quantity <= of
  const [part] = isPart ? allocateMoney(amount, [quantity, of - quantity]) : []
  return part ?? { ...amount, minor: 0 }
}
