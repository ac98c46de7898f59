import type { OrderEditPreview, OrderLineChange } from '@larder/contract'
import type { Decision } from '../src/modules/order/act/verdict.ts'
import type { LineRecord } from '../src/modules/order/read/record.ts'
import { act, type OrderWorld } from './order-world.ts'
import type { Answer, Caller } from './test-app.ts'

export const inr = (minor: number) => ({ minor, currency: 'INR' })
/** Changes of an order's lines. */
export const lines = (...changes: object[]) => ({ lines: changes as OrderLineChange[] })
/** So many of its first line. */
export const quantity = (n: number) => lines({ type: 'change', line: 1, quantity: n })

/** Looks at what an edit would come to, as the admin. */
export function preview(world: OrderWorld, id: string, edit: object): Promise<Answer> {
  return world.app.call(`POST /orders/${id}/edit/preview`, { as: world.admin, body: edit })
}

/** Looks first, and sends it for the total that was told. */
export async function edit(world: OrderWorld, id: string, what: object, as: Caller = world.admin, besides: object = {}): Promise<Answer> {
  const { total }: OrderEditPreview = (await preview(world, id, what)).body
  return act(world, id, 'edit', { ...what, expectedTotal: total, reason: 'customer-asks', ...besides }, as)
}

/** The lines as an edit leaves them, by their numbers. */
export function linesAfter(lines: readonly LineRecord[], rewritten: Decision['rewritten']): LineRecord[] {
  if (!rewritten) return [...lines]
  const gone = new Set([...rewritten.removed, ...rewritten.written.map(({ line }) => line)])
  return [...lines.filter(({ line }) => !gone.has(line)), ...rewritten.written].toSorted((a, b) => a.line - b.line)
}
