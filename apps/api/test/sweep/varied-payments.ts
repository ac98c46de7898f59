import {
  addMinutes,
  currentInstant,
  differenceStatusLabels,
  gatewayStateLabels,
  keysOf,
  misbookedStatusLabels,
  newId,
} from '@larder/contract'
import type { Database } from '../../src/db/database.ts'

/** Payments and differences of orders that are there, of every state and status. */
export async function addVariedPayments(db: Database): Promise<void> {
  const orders = await db.selectFrom('orders').select('id').orderBy('id').limit(9).execute()
  const now = currentInstant()
  const of = { gateway: 'simulated', currency: 'INR' }
  const minuteOf = (index: number) => addMinutes(now, index - 60)
  const orderAt = (index: number) => orders[index % orders.length]?.id ?? newId()
  for (const [index, state] of keysOf(gatewayStateLabels).entries())
    await db
      .insertInto('payment')
      .values({
        ...{ ...of, id: newId(), order_id: orderAt(index), reference: `pay_${newId()}`, amount_minor: 900, capture: 'at-once', state },
        created_at: minuteOf(index),
      })
      .execute()
  for (const [index, status] of keysOf(differenceStatusLabels).entries())
    await db
      .insertInto('payment_difference')
      .values({
        ...{ ...of, id: newId(), order_id: orderAt(index), reference: `pay_${newId()}`, kind: 'unknown', status },
        ...{ ours_minor: 0, theirs_minor: 900 + index, created_at: minuteOf(index) },
      })
      .execute()
  for (const [index, status] of keysOf(misbookedStatusLabels).entries())
    await db
      .insertInto('misbooked_order')
      .values({
        id: newId(),
        order_id: orderAt(index),
        currency: 'INR',
        status,
        lacks: JSON.stringify({ bank: 9, tax: -9 }),
        created_at: minuteOf(index),
      })
      .execute()
}
