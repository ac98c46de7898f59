import type { Order, Refund } from '@larder/contract'

/** `2 × Masala Dosa, 1 × Filter Coffee`. */
export function boughtWords(order: Pick<Order, 'lines'>, lines: Refund['lines']): string {
  return lines.map(({ line, quantity }) => `${quantity} × ${nameOf(order, line)}`).join(', ')
}

export function nameOf({ lines }: Pick<Order, 'lines'>, wanted: number): string {
  return lines.find(({ line }) => line === wanted)?.name ?? `Line ${wanted}`
}
