import {
  approvalContract,
  type Money,
  newId,
  orderContract,
  roleContract,
  type SignedIn,
  sessionContract,
  staffContract,
  storeContract,
  verticalKeys,
} from '@larder/contract'
import { type Caller, callerOf } from './caller.ts'
import type { Product } from './product.ts'

export const demoPassword = 'larder-demo'

/** A demo account's session outside the browser. */
export interface Staff {
  me: SignedIn
  call: Caller
  /** When they last proved who they are, in ms. */
  provedAt: number
}

/** Signs a demo account in (`admin`, `office-staff`, …) through the API: a session of its own. */
export async function staffOf(product: Pick<Product, 'address'>, account: string): Promise<Staff> {
  const me = await callerOf(product.address)(sessionContract.login, {
    body: { email: `${account}@larder.test`, password: demoPassword },
  })
  return { me, call: callerOf(product.address, me.accessToken), provedAt: Date.now() }
}

/** The same session, which has proved a moment ago who it is of: journeys together last longer than a proof does. */
export async function keepProved(staff: Staff): Promise<Staff> {
  if (Date.now() - staff.provedAt < 60_000) return staff
  await staff.call(sessionContract.prove, { body: { password: demoPassword } })
  staff.provedAt = Date.now()
  return staff
}

/** Opens an account of this role with the whole reach, and answers how its person signs in: a session of its own each time. */
export async function newcomerOf(
  product: Pick<Product, 'address'>,
  { call }: Staff,
  role: string,
): Promise<() => Promise<{ me: SignedIn }>> {
  const { rows } = await call(roleContract.list, { query: { limit: 100 } })
  const email = `${newId()}@larder.test`
  const { temporaryPassword } = await call(staffContract.create, {
    body: {
      email,
      name: 'Devika Rajan',
      phone: null,
      roleId: rows.find(({ key }) => key === role)?.id ?? '',
      scope: { kind: 'all', ids: [] },
      expiresAt: null,
      firstSignIn: 'password',
    },
  })
  const password = 'velvet tram 81 onion'
  const login = async (given: string) => callerOf(product.address)(sessionContract.login, { body: { email, password: given } })
  const first = await login(temporaryPassword ?? '')
  await callerOf(product.address, first.accessToken)(sessionContract.changePassword, {
    body: { current: temporaryPassword ?? '', next: password },
  })
  return async () => ({ me: await login(password) })
}

/**
 * Approves what an account that the demo's administrator has opened asked for of a record: theirs to approve since nobody independent is at
 * work, the other administrators of the demo, as whom nobody can sign in, being away.
 */
export async function approve({ call }: Staff, entityId: string): Promise<void> {
  const { rows: admins } = await call(staffContract.list, { query: { role: 'admin', status: 'active', limit: 100 } })
  for (const { id, version, email } of admins)
    if (colleague.test(email)) await call(staffContract.suspend, { params: { id }, body: { version, reason: 'Away for the day' } })
  const [request] = (await call(approvalContract.list, { query: { status: 'pending', entityId } })).rows
  if (!request) throw new Error('nobody asked for approval')
  await call(approvalContract.approve, { params: { id: request.id }, body: { version: request.version } })
}

/** Of somebody who is in the demo from its beginning: their place among them. */
const colleague = /\.\d{1,3}@larder\.test$/

/** Opens one store of every vertical around the clock: the demo city sleeps at night, journeys don't. */
export async function openStores({ call }: Staff): Promise<void> {
  const openingHours = Array.from({ length: 7 }, (_, day) => ({ day, opens: '00:00', closes: '00:00' }))
  for (const vertical of verticalKeys) {
    const { rows } = await call(storeContract.list, { query: { vertical, status: 'live', limit: 1 } })
    const [store] = rows
    if (!store) throw new Error(`the demo has no live ${vertical} store`)
    const { version } = await call(storeContract.update, {
      params: { id: store.id },
      body: { version: store.version, openingHours, specialDays: [], maxOrdersPerQuarterHour: null },
    })
    await call(storeContract.setOpenMode, { params: { id: store.id }, body: { version, mode: 'open' } })
  }
}

/** Takes an order through its life for store and rider, as a shift lead on the telephone does; the store accepts it here and now. */
export async function lifeOf({ call }: Staff, id: string) {
  const params = { id }
  const version = async () => (await call(orderContract.get, { params })).version
  const onBehalf = (await call(orderContract.reasons, {})).find(({ kind }) => kind === 'on-behalf')
  if (!onBehalf) throw new Error('the demo has no reason to act on behalf')
  const reason = onBehalf.code
  await call(orderContract.accept, { params, body: { version: await version(), prepMinutes: 10 } })
  return {
    /** Ready, assigned to a free rider and picked up: who that is. */
    async pickUp() {
      await call(orderContract.markReady, { params, body: { version: await version() } })
      const rider = (await call(orderContract.riders, { params })).find(({ because }) => because === null)
      if (!rider) throw new Error('no rider is free')
      await call(orderContract.assignRider, { params, body: { version: await version(), riderId: rider.id } })
      await call(orderContract.pickUp, { params, body: { version: await version(), reason } })
      return rider
    },
    deliver: async (collected: Money) => call(orderContract.deliver, { params, body: { version: await version(), reason, collected } }),
  }
}
