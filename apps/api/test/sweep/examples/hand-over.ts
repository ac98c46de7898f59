import { newId } from '@larder/contract'
import type { Examples } from '../world.ts'

/** Good calls of what is done with a shift: another person has handed it over. */
export const examples: Examples = ({ app, store, otherAdmin, orderIn }) => ({
  'hand-over.create': async () => ({ body: { branchId: store.branch_id, isWholeDesk: false, remark: `Shift ${newId()}`, notes: [] } }),
  'hand-over.sign': async () => {
    const id = await orderIn('accepted')
    const body = { branchId: store.branch_id, isWholeDesk: true, notes: [{ orderId: id, note: 'Call at noon' }] }
    const answer = await app.call('POST /hand-overs', { as: otherAdmin, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return { params: { id: answer.body.id }, body: { version: 1, take: [] } }
  },
})
