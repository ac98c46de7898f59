import { addMinutes, currentInstant } from '@larder/contract'
import { addLine } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what makes another order of one that runs: what it weighs, and what is edited. */
export const examples: Examples = ({ app, db, admin, orderIn }) => {
  const tipped = { tip: { minor: 2_000, currency: 'INR' } }
  const cash = async (given: Parameters<typeof orderIn>[1] = {}, status: Parameters<typeof orderIn>[0] = 'pending') => {
    const id = await orderIn(status, { payment_method: 'cash', payment_state: 'due', ...given })
    await addLine(db, { id, items_minor: 20_000 })
    return id
  }
  return {
    'order.packWeights': async () => {
      const id = await orderIn('accepted', {
        vertical: 'fish',
        details: JSON.stringify({ vertical: 'fish', cleaning: 'whole', iced: true }),
      })
      await addLine(db, { id, items_minor: 50_000 }, { name: 'Seer fish', ordered_grams: 1000 })
      return { params: { id }, body: { version: 1, lines: [{ line: 1, packedGrams: 950 }] } }
    },
    'order.previewEdit': async () => {
      const [slot_from, slot_to] = [24, 25].map((hours) => addMinutes(currentInstant(), hours * 60))
      return { params: { id: await cash({ timing: 'slot', slot_from, slot_to, pending_at: null }, 'scheduled') }, body: tipped }
    },
    'order.edit': async () => {
      const id = await cash()
      const { body } = await app.call(`POST /orders/${id}/edit/preview`, { as: admin, body: tipped })
      return { params: { id }, body: { version: 1, ...tipped, expectedTotal: body.total, reason: 'wrong-address' } }
    },
  }
}
