import { addMinutes, currentInstant, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addOrder, type addStore } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

type Store = Awaited<ReturnType<typeof addStore>>

/** What the desk of orders looks at: orders that somebody handles, that wait for slots, the earlier the later they came in, shifts, and reviews in every state. */
export async function addVariedDesk(product: SweptProduct, stores: readonly Store[]): Promise<void> {
  const { db } = product.app.database
  const now = currentInstant()
  for (const [index, store] of stores.entries()) {
    const slot_from = addMinutes(now, (10 - index * 2) * 24 * 60 + index * 90)
    await addOrder(db, store, { status: 'scheduled', timing: 'slot', pending_at: null, slot_from, slot_to: addMinutes(slot_from, 60) })
    await addOrder(db, store, { status: 'accepted', claimed_by: product.admin.id, claimed_name: 'Test Person', claimed_at: now })
    const shift = { branchId: store.branch_id, isWholeDesk: false, remark: `Shift ${index}`, notes: [] }
    await product.app.call('POST /hand-overs', { as: product.admin, body: shift })
    await sql`update hand_over set given_at = ${addMinutes(now, -60 * (index + 1))} where remark = ${shift.remark}`.execute(db)
    await addReview(db, product, store, index)
  }
}

async function addReview(db: Database, { admin }: SweptProduct, store: Store, index: number): Promise<void> {
  const order = await addOrder(db, store, { status: 'delivered', payment_state: 'captured' })
  const replied = index === 1 && { reply: 'We are sorry.', replied_by: admin.id, replied_at: currentInstant() }
  const review = {
    id: newId(),
    order_id: order.id,
    store_id: store.id,
    branch_id: store.branch_id,
    food_stars: 1 + (index % 5),
    state: ['pending', 'approved', 'hidden'][index % 3] ?? 'pending',
    ...(index % 3 === 2 && { hidden_because: 'It names a person' }),
    text: `Review ${index}`,
    ...replied,
  }
  await db.insertInto('review').values(review).execute()
}
