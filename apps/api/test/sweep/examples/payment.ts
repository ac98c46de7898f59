import { currentInstant, newId } from '@larder/contract'
import { gatewaySignature } from '../../gateway-signature.ts'
import type { Examples } from '../world.ts'

/** Good calls about payments that a gateway executes. */
export const examples: Examples = ({ app: { services }, db, at, orderIn }) => {
  const of = { gateway: 'simulated', currency: 'INR' }
  async function payment() {
    const order_id = await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done', payment_method: 'online' })
    const row = { ...of, id: newId(), order_id, reference: `pay_${newId()}`, amount_minor: 4_500, capture: 'at-once', state: 'captured' }
    await db
      .insertInto('payment')
      .values({ ...row, captured_minor: 4_500 })
      .execute()
    return row
  }
  return {
    'payment.retry': async () => at((await payment()).id, {}),
    'payment.callback': async () => {
      const text = JSON.stringify({ id: `evt_${newId()}`, type: 'payment.tried', payment: (await payment()).reference })
      const headers = { 'larder-gateway-signature': gatewaySignature(text, services.clock.ms()) }
      return { params: { gateway: 'simulated' }, body: Buffer.from(text), type: 'application/json', headers }
    },
    'payment-difference.settle': async () => {
      const { id: payment_id, order_id, reference } = await payment()
      const { total_minor: ours_minor } = await db
        .selectFrom('orders')
        .select('total_minor')
        .where('id', '=', order_id)
        .executeTakeFirstOrThrow()
      const told = { ours_minor, theirs_minor: ours_minor - 100, kind: 'amount-differs' }
      const row = { ...of, ...told, id: newId(), payment_id, order_id, reference }
      await db
        .insertInto('payment_difference')
        .values({ ...row, created_at: currentInstant() })
        .execute()
      return at(row.id, { reason: 'The gateway keeps its fee' })
    },
    'payment-difference.compare': async () => ({ body: {} }),
    'misbooked-order.correct': async () => {
      const order_id = await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done', payment_method: 'online' })
      const row = { id: newId(), order_id, currency: 'INR', lacks: JSON.stringify({ customers: 4_500, 'open-orders': -4_500 }) }
      await db
        .insertInto('misbooked_order')
        .values({ ...row, created_at: currentInstant() })
        .execute()
      return at(row.id, { reason: 'It was imported past the product' })
    },
    'misbooked-order.check': async () => ({ body: {} }),
  }
}
