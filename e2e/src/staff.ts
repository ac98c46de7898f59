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
  await chooseOwn(product, email, temporaryPassword ?? '')
  return async () => ({ me: await login(product, email, ownPassword) })
}

const ownPassword = 'velvet tram 81 onion'

const login = (product: Pick<Product, 'address'>, email: string, password: string) =>
  callerOf(product.address)(sessionContract.login, { body: { email, password } })

/** Signs somebody in with the password that was given to them, and puts one of their own in its place. */
async function chooseOwn(product: Pick<Product, 'address'>, email: string, given: string): Promise<Caller> {
  const call = callerOf(product.address, (await login(product, email, given)).accessToken)
  await call(sessionContract.changePassword, { body: { current: given, next: ownPassword } })
  return call
}

/** Approves what somebody asked for of a record, as an administrator whom nobody of the demo let in. */
export async function approve(product: Pick<Product, 'address' | 'openAdmin'>, entityId: string): Promise<void> {
  const email = `${newId()}@larder.test`
  const call = await chooseOwn(product, email, await product.openAdmin(email))
  const [request] = (await call(approvalContract.list, { query: { status: 'pending', entityId } })).rows
  if (!request) throw new Error('nobody asked for approval')
  await call(approvalContract.approve, { params: { id: request.id }, body: { version: request.version } })
}

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
