import type { Addressee } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { sendMessage } from './note.ts'

/** Within a unit of somebody else's: writes to the customer or the store of an order, with an entry of its own in the order's history. */
export async function tellByOrder(ctx: Context, work: Work, orderId: string, body: { to: Addressee; text: string }): Promise<void> {
  await sendMessage({ ...ctx, within: work }, { params: { id: orderId as never }, body })
}
