import { newId } from '@larder/contract'
import { addCustomer, addItem } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with whoever orders. */
export const examples: Examples = ({ app, admin, db, store, at, orderIn }) => {
  const ordered = async (given: Parameters<typeof addCustomer>[1] = {}) => {
    const customer = await addCustomer(db, { last_branch_id: store.branch_id, last_store_id: store.id, ...given })
    await orderIn('delivered', { customer_id: customer.id, customer_phone: customer.phone })
    return customer.id
  }
  const flagged = JSON.stringify([{ flag: 'watch', reason: 'Disputes', until: null, at: '2026-11-01T08:00:00.000Z', by: 'Asha' }])
  const called = async () => {
    const { id } = await addItem(db, store, { name: 'Masala Dosa' })
    const order = { storeId: store.id, orderType: 'pickup', lines: [{ itemId: id, quantity: 1 }], phone: '+919847012399', name: 'Devika' }
    return { ...order, paymentMethod: 'cash' }
  }
  return {
    'order.findCaller': async () => ({ body: { phone: '+919847012399' } }),
    'order.callerStores': async () => ({ body: { orderType: 'pickup' } }),
    'order.quoteForCaller': async () => ({ body: await called() }),
    'order.placeForCaller': async () => {
      const body = await called()
      const { body: quoted } = await app.call('POST /phone-orders/quote', { as: admin, body })
      return { body: { ...body, expectedTotal: quoted.total } }
    },
    'cart.message': async () => {
      const consents = JSON.stringify([{ channel: 'email', isGiven: true, source: 'Call', at: '2026-11-01T08:00:00.000Z' }])
      const customer_id = await ordered({ email: 'meera@mail.test', consents })
      const cart = { id: newId(), customer_id, store_id: store.id, vertical: store.vertical, currency: store.currency }
      await db.insertInto('cart').values(cart).execute()
      return at(cart.id, { text: 'Still hungry?' })
    },
    'customer.reveal': async () => ({ params: { id: await ordered() }, body: { field: 'phone', reason: 'Asked to call back' } }),
    'customer.update': async () => at(await ordered(), { name: 'Meera Nair' }),
    'customer.flag': async () => at(await ordered(), { flag: 'no-cash', reason: 'Twice not at home' }),
    'customer.unflag': async () => at(await ordered({ flags: flagged }), { flag: 'watch', reason: 'Settled' }),
    'customer.merge': async () => at(await ordered(), { into: { id: await ordered(), version: 1 } }),
    'customer.unmerge': async () =>
      at(await ordered({ merged_into: await ordered({ merged_records: 1 }), merged_at: '2026-11-01T08:00:00.000Z', merged_by: 'Asha' }), {
        reason: 'They are two',
      }),
    'customer.exportData': async () => at(await ordered(), { reason: 'Asked for it by mail' }),
    'customer.askErasure': async () => at(await ordered(), { reason: 'Asked for it by mail' }),
    'customer.withdrawErasure': async () =>
      at(
        await ordered({
          erasure: 'asked',
          erasure_reason: 'By mail',
          erasure_asked_at: '2026-11-01T08:00:00.000Z',
          erasure_asked_by: 'Asha',
        }),
        {
          reason: 'Changed their mind',
        },
      ),
    'customer.consent': async () => at(await ordered(), { channel: 'email', isGiven: true, source: 'Call with customer care' }),
  }
}
