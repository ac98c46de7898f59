import { currentInstant, newId, type RefundState } from '@larder/contract'
import type { Database } from '../../../src/db/database.ts'
import type { Examples } from '../world.ts'

/** A refund of an order that stands so; gives its id. */
export async function addRefund(db: Database, orderId: string, state: RefundState): Promise<string> {
  const id = newId()
  const refund = { id, order_id: orderId, method: 'source', state, cause: 'request', reason: 'poor-quality' }
  const borne = { amount_minor: 4_500, store_minor: 4_500, platform_minor: 0, rider_minor: 0, currency: 'INR' }
  await db
    .insertInto('refund')
    .values({ ...refund, ...borne, created_at: currentInstant(), updated_at: currentInstant() })
    .execute()
  return id
}

/** Good calls of what is done with refunds. */
export const examples: Examples = ({ db, at, orderIn }) => {
  const paidOrder = () => orderIn('delivered', { payment_state: 'captured', delivery_state: 'done', payment_method: 'online' })
  const refundIn = async (state: RefundState, body: object) => {
    const id = await paidOrder()
    const refundId = await addRefund(db, id, state)
    return at(id, { refundId, ...body })
  }
  const asked = { amount: { minor: 4_500, currency: 'INR' }, reasonCode: 'poor-quality', method: 'manual', note: 'Through the bank' }
  return {
    'order.refund': async () => at(await paidOrder(), asked),
    'order.approveRefund': () => refundIn('requested', { bears: { store: 50, platform: 50, rider: 0 } }),
    'order.declineRefund': () => refundIn('approved', { note: 'It was found.' }),
    'order.sendRefund': () => refundIn('approved', { reference: 'rfnd_1' }),
    'order.retryRefund': () => refundIn('failed', {}),
    'order.completeRefund': () => refundIn('sent', { reference: 'rfnd_2' }),
    'order.failRefund': () => refundIn('sent', { failure: 'The card was closed.' }),
  }
}
