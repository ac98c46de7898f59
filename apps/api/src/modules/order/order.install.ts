import { newId } from '@larder/contract'
import type { Database } from '#db/database.ts'
import { reasonReference, statusReference } from './order.reference.ts'

/** Adds the statuses and reasons that are missing. What an operator has changed stays as it is; safe from several processes at once. */
export async function installOrderReference(db: Database): Promise<void> {
  const statuses = statusReference.map(({ customerText, targetMinutes, ...status }) => ({
    ...status,
    customer_text: customerText,
    target_minutes: targetMinutes,
  }))
  await db
    .insertInto('order_status')
    .values(statuses)
    .onConflict((conflict) => conflict.column('status').doNothing())
    .execute()
  await db
    .insertInto('order_reason')
    .values(reasonReference.map((reason) => ({ id: newId<'order-reason'>(), ...reason })))
    .onConflict((conflict) => conflict.columns(['kind', 'code']).doNothing())
    .execute()
}
