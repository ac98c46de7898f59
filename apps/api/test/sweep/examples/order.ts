import { addMinutes, currentInstant, newId } from '@larder/contract'
import { addRider } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with an order that stands so. */
export const examples: Examples = ({ db, admin, branch, at, orderIn, staffMember, reasonOf, somebody }) => {
  const assigned = async () => ({ rider_id: (await addRider(db, branch)).id, delivery_state: 'assigned' as const })
  const carried = async () => ({ ...(await assigned()), delivery_state: 'picked' as const })
  return {
    'order.release': async () =>
      at(
        await orderIn('scheduled', {
          timing: 'slot',
          slot_from: addMinutes(currentInstant(), 90),
          slot_to: addMinutes(currentInstant(), 120),
        }),
        {},
      ),
    'order.accept': async () => at(await orderIn('pending'), { prepMinutes: 20 }),
    'order.reject': async () => at(await orderIn('pending'), { reason: await reasonOf('reject') }),
    'order.delay': async () =>
      at(await orderIn('accepted', { promised_at: currentInstant(), accepted_at: currentInstant() }), { minutes: 10 }),
    'order.startPreparing': async () => at(await orderIn('accepted'), {}),
    'order.markReady': async () => at(await orderIn('preparing'), {}),
    'order.assignRider': async () => at(await orderIn('accepted'), { riderId: (await addRider(db, branch)).id }),
    'order.unassignRider': async () => at(await orderIn('accepted', await assigned()), {}),
    'order.pickUp': async () => at(await orderIn('ready', await assigned()), { reason: await reasonOf('on-behalf') }),
    'order.deliver': async () =>
      at(await orderIn('picked_up', { ...(await carried()), payment_state: 'captured' }), { reason: await reasonOf('on-behalf') }),
    'order.collect': async () => at(await orderIn('ready', { order_type: 'pickup', payment_state: 'captured' }), {}),
    'order.fail': async () => at(await orderIn('picked_up', await carried()), { reason: await reasonOf('fail') }),
    'order.cancel': async () => at(await orderIn('accepted'), { reason: await reasonOf('cancel') }),
    'order.restore': async () =>
      at(await orderIn('cancelled', { payment_state: 'due', payment_method: 'cash', ended_at: currentInstant() }), {
        reason: await reasonOf('restore'),
      }),
    'order.claim': async () => at(await orderIn('pending'), {}),
    'order.unclaim': async () =>
      at(await orderIn('pending', { claimed_by: admin.id, claimed_name: 'Test Person', claimed_at: currentInstant() }), {}),
    'order.takeOver': async () =>
      at(await orderIn('pending', { claimed_by: newId(), claimed_name: 'Meera', claimed_at: currentInstant() }), {
        note: 'Her shift is over',
      }),
    'order.handOver': async () =>
      at(await orderIn('pending', { claimed_by: admin.id, claimed_name: 'Test Person', claimed_at: currentInstant() }), {
        staffId: (await staffMember()).id,
      }),
    'order.addNote': async () => ({ params: { id: await orderIn('pending') }, body: { text: 'Called the store.', isInternal: true } }),
    'order.print': async () => ({ params: { id: await orderIn('pending') }, body: { document: 'receipt', paper: 'roll' } }),
    'order.printMany': async () => ({
      body: { ids: [await orderIn('pending'), await orderIn('pending')], document: 'receipt', paper: 'roll' },
    }),
    'order.message': async () => ({ params: { id: await orderIn('pending') }, body: { to: 'customer', text: 'The rider is on the way.' } }),
    'order.acceptMany': async () => ({ as: await somebody(), body: { query: { status: 'pending' }, act: {} } }),
    'order.assignRiderMany': async () => ({
      as: await somebody(),
      body: { query: { status: 'ready' }, act: { riderId: (await addRider(db, branch)).id } },
    }),
    'order.messageMany': async () => ({
      as: await somebody(),
      body: { query: { status: 'pending' }, act: { to: 'customer', text: 'The rider is on the way.' } },
    }),
    'order.mailReceipt': async () => ({ params: { id: await orderIn('pending') }, body: { to: `${newId()}@larder.test` } }),
    'order.reveal': async () => ({
      params: { id: await orderIn('pending') },
      body: { field: 'customerPhone', reason: 'The rider is lost' },
    }),
  }
}
