import { currentInstant, newId } from '@larder/contract'
import { addItem, addMachine, addRider, addStore } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of outside programs. */
export const examples: Examples = ({ db, branch, area, store, item, orderIn }) => {
  const address = {
    line1: '12 Marine Drive',
    line2: null,
    locality: 'Ernakulam',
    postalCode: '682031',
    point: { lat: 9.95, lng: 76.25 },
    instructions: null,
  }
  const basket = { storeId: store.id, orderType: 'delivery', lines: [{ itemId: item.id, quantity: 2 }], address }
  return {
    'channel.placeOrder': async () => ({
      body: { ...basket, externalId: newId(), customer: { name: 'Meera', phone: '+919847012345' }, payment: { method: 'cash' } },
    }),
    'channel.quote': async () => ({ body: basket }),
    'channel.syncMenu': async () => {
      const category = { outsideId: 'C-7', name: 'From the till' }
      const added = { outsideId: newId().slice(-12), name: 'Appam', price: { minor: 4000, currency: store.currency }, category }
      return { params: { id: store.id }, body: { items: [added, { outsideId: (await addItem(db, store)).sku, stock: 7 }] } }
    },
    'channel.setOpenMode': async () => ({
      params: { id: (await addStore(db, { branch, area })).id },
      body: { mode: 'paused', until: null, reason: 'Power cut' },
    }),
    'channel.positions': async () => ({
      params: { id: (await addRider(db, branch)).id },
      body: { point: { lat: 9.95, lng: 76.25 }, at: currentInstant() },
    }),
    'channel.heartbeat': async () => ({ params: { id: (await addMachine(db, store)).id }, body: {} }),
    'channel.orderEvent': async () => ({
      params: { id: await orderIn('pending') },
      body: { type: 'accept', as: 'store', prepMinutes: 15 },
    }),
    'channel.cart': async () => ({ body: { cartId: newId(), storeId: store.id, type: 'opened' } }),
    'channel.device': async () => ({ body: { ownerKind: 'guest', platform: 'web', pushToken: newId() } }),
    'channel.review': async () => ({
      body: { orderId: await orderIn('delivered', { payment_state: 'captured', delivery_state: 'done' }), food: 5 },
    }),
    'channel.feedback': async () => ({ body: { externalId: newId(), about: 'app', kind: 'praise', stars: 5, text: 'Good.' } }),
  }
}
