import { addMinutes, currentInstant } from '@larder/contract'
import { addItem, addLine } from '../../factories.ts'
import { home } from '../../order-world.ts'
import type { Examples } from '../world.ts'

/** Good calls of what makes another order of one: what it weighs, what is edited, and what is ordered again. */
export const examples: Examples = ({ app, db, admin, store, orderIn }) => {
  const tipped = { tip: { minor: 2_000, currency: 'INR' } }
  const cash = async (given: Parameters<typeof orderIn>[1] = {}, status: Parameters<typeof orderIn>[0] = 'pending') => {
    const id = await orderIn(status, { payment_method: 'cash', payment_state: 'due', ...given })
    await addLine(db, { id, items_minor: 20_000 })
    return id
  }
  const sold = async () => {
    const id = await cash({ address: JSON.stringify(home) }, 'delivered')
    const { id: item_id } = await addItem(db, store, { name: 'Masala Dosa' })
    await db.updateTable('order_line').set({ item_id }).where('order_id', '=', id).execute()
    return id
  }
  return {
    'order.previewAgain': async () => ({ params: { id: await sold() }, body: { paymentMethod: 'cash' } }),
    'order.again': async () => {
      const id = await sold()
      const { body } = await app.call(`POST /orders/${id}/again/preview`, { as: admin, body: { paymentMethod: 'cash' } })
      return { params: { id }, body: { paymentMethod: 'cash', expectedTotal: body.total } }
    },
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
    'order.outOfStock': async () => {
      const id = await cash()
      const { id: item_id } = await addItem(db, store, { name: 'Idli' })
      await db.updateTable('order_line').set({ item_id }).where('order_id', '=', id).execute()
      await addLine(db, { id, items_minor: 20_000 }, { line: 2, name: 'Vada' })
      const edit = { lines: [{ type: 'remove', line: 1 }] }
      const { body } = await app.call(`POST /orders/${id}/edit/preview`, { as: admin, body: edit })
      return { params: { id }, body: { version: 1, line: 1, snooze: 'hour', expectedTotal: body.total } }
    },
    'order.edit': async () => {
      const id = await cash()
      const { body } = await app.call(`POST /orders/${id}/edit/preview`, { as: admin, body: tipped })
      return { params: { id }, body: { version: 1, ...tipped, expectedTotal: body.total, reason: 'wrong-address' } }
    },
  }
}
