import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of what is done with what customers say. */
export const examples: Examples = ({ db, store, at, orderIn, somebody }) => {
  const written = async () => {
    const order_id = await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done' })
    const review = { id: newId(), order_id, store_id: store.id, branch_id: store.branch_id, food_stars: 2, text: 'Cold' }
    await db.insertInto('review').values(review).execute()
    return review
  }
  return {
    'review.approve': async () => at((await written()).id, {}),
    'review.hide': async () => at((await written()).id, { reason: 'It names a person' }),
    'review.reply': async () => at((await written()).id, { text: 'We are sorry.' }),
    'review.approveMany': async () => ({ as: await somebody(), body: { query: { orderId: (await written()).order_id }, act: {} } }),
    'review.hideMany': async () => ({
      as: await somebody(),
      body: { query: { orderId: (await written()).order_id }, act: { reason: 'It names a person' } },
    }),
  }
}
