import { addMinutes, currentInstant, newId } from '@larder/contract'
import { addItem, addMachine, addStore } from '../../factories.ts'
import { pngOf } from '../../pictures.ts'
import type { Caller } from '../../test-app.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with a store, and of its papers. */
export const examples: Examples = ({ app, db, admin, otherAdmin, branch, area, store, at, somebody, created }) => {
  const amount = (minor: number) => ({ minor, currency: branch.currency })
  const sent = async (as: Caller = admin) =>
    (await app.call('POST /documents', { as, body: pngOf(), headers: { 'content-type': 'image/png' } })).body.id as string
  const account = () => ({
    holder: 'Fish Cove LLP',
    accountNumber: '50100412345678',
    accountNumberAgain: '50100412345678',
    code: 'HDFC0001234',
  })
  const newStore = () => ({
    startsAs: 'draft',
    displayName: `Pearl Bakes ${newId().slice(-6)}`,
    vertical: 'cakes',
    phone: '+914842345678',
    branchId: branch.id,
    point: { lat: 9.95, lng: 76.25 },
    address: 'Marine Drive',
    openingHours: [{ day: 1, opens: '09:00', closes: '21:00' }],
    prepMinutes: 30,
    busyExtraMinutes: 15,
    autoAccept: false,
    commissionPlan: 'Standard',
    commissionPpm: 180_000,
    minOrder: amount(10_000),
    packing: amount(500),
  })
  /** One that somebody else has put forward. */
  async function proposed() {
    const { accountNumber, accountNumberAgain, holder, code } = account()
    const bank = { bankHolder: holder, bankNumber: accountNumber, bankNumberAgain: accountNumberAgain, bankCode: code }
    const licence = { licenceNumber: `L-${newId()}`, licenceExpiresOn: '2031-01-01', licenceFileId: await sent(otherAdmin) }
    const more = { email: 'shop@example.com', taxId: '32A', ...bank, ...licence }
    const id = await created('/stores', { ...newStore(), ...more }, otherAdmin)
    await app.call(`POST /stores/${id}/submit`, { as: otherAdmin, body: { version: 1 } })
    return { params: { id }, body: { version: 2 } }
  }
  /** Another account of a store that sells, which somebody else has entered. */
  const entered = async () => created('/bank-accounts', { storeId: (await addStore(db, { branch, area })).id, ...account() }, otherAdmin)
  /** One that lacks nothing. */
  async function complete(status: string) {
    const given = { branch, area, status: 'draft', email: 'shop@example.com', tax_id: '32A', commission_ppm: 180_000 }
    const { id } = await addStore(db, given)
    await addItem(db, { id })
    const paper = { storeId: id, kind: 'licence', number: `L-${newId()}`, expiresOn: '2031-01-01', fileId: await sent() }
    for (const [address, body] of [
      ['POST /store-documents', paper],
      ['POST /bank-accounts', { storeId: id, ...account() }],
    ] as const) {
      const answer = await app.call(address, { as: admin, body })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    }
    // Somebody else has put it forward.
    await db.updateTable('store').set({ status, maker_ids: [] }).where('id', '=', id).execute()
    return id
  }
  return {
    'document.create': async () => ({ body: pngOf(), type: 'image/png' }),
    'bank-account.create': async () => ({ body: { storeId: (await addStore(db, { branch, area })).id, ...account() } }),
    'bank-account.approve': async () => at(await entered(), {}),
    'bank-account.refuse': async () => at(await entered(), { reason: 'The holder is another company' }),
    'bank-account.reveal': async () => {
      const { body } = await app.call('POST /bank-accounts', { as: admin, body: { storeId: store.id, ...account() } })
      return { params: { id: body.id }, body: { field: 'accountNumber', reason: 'Payout came back' } }
    },
    'store.create': async () => ({ body: { ...newStore(), licenceNumber: `L-${newId()}`, licenceExpiresOn: '2031-01-01' } }),
    'store.begin': async () => at((await addStore(db, { branch, area, status: 'lead' })).id, {}),
    'store.submit': async () => at(await complete('draft'), {}),
    'store.approve': proposed,
    'store.sendBack': async () => {
      const { params, body } = await proposed()
      return { params, body: { ...body, reason: 'The licence is unreadable' } }
    },
    'store.goLive': async () => at(await complete('approved'), {}),
    'store.terminate': async () => {
      const closing = await addStore(db, { branch, area, status: 'suspended' })
      await addMachine(db, closing)
      return at(closing.id, { reason: 'Closed down' })
    },
    'store.setOpenModeOfMany': async () => ({
      as: await somebody(),
      body: { query: { areaId: area.id }, act: { mode: 'paused', until: null } },
    }),

    'store.update': async () => at((await addStore(db, { branch, area })).id, { prepMinutes: 25 }),
    'store.setOpenMode': async () =>
      at((await addStore(db, { branch, area })).id, { mode: 'busy', until: addMinutes(currentInstant(), 60) }),
    'store.suspend': async () => at((await addStore(db, { branch, area })).id, { reason: 'Licence ended' }),
    'store.reinstate': async () => at((await addStore(db, { branch, area, status: 'suspended' })).id, { reason: 'Licence renewed' }),
  }
}
