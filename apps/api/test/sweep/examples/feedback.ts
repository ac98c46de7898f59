import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of what is done with what customers say. */
export const examples: Examples = ({ db, store, at, orderIn, reasonOf, otherAdmin }) => {
  const said = async (more: object = {}) => {
    const order_id = await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done' })
    const about = { about: 'store', kind: 'complaint', text: 'The curry was cold', search: 'cold' }
    const row = { id: newId(), order_id, store_id: store.id, branch_id: store.branch_id, ...about, ...more }
    await db.insertInto('feedback').values(row).execute()
    return row.id
  }
  return {
    'feedback.take': async () => at(await said(), {}),
    'feedback.assign': async () => at(await said(), { staffId: otherAdmin.id }),
    'feedback.tag': async () => at(await said(), { tags: [await reasonOf('feedback')] }),
    'feedback.answer': async () => at(await said(), { text: 'We are sorry, and look into it.' }),
    'feedback.linkOrder': async () => at(await said(), { orderId: await orderIn('delivered') }),
    'feedback.openTicket': async () => at(await said(), { topicCode: await reasonOf('ticket'), priority: 'normal', queue: 'care' }),
    'feedback.close': async () => at(await said(), {}),
    'feedback.reopen': async () => at(await said({ state: 'closed' }), { reason: 'They wrote again' }),
  }
}
