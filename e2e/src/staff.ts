import { type SignedIn, sessionContract, storeContract, verticalKeys } from '@larder/contract'
import { type Caller, callerOf } from './caller.ts'
import type { Product } from './product.ts'

export const demoPassword = 'larder-demo'

/** A demo account's session outside the browser. */
export interface Staff {
  me: SignedIn
  call: Caller
}

/** Signs a demo account in (`admin`, `office-staff`, …) through the API: a session of its own. */
export async function staffOf(product: Pick<Product, 'address'>, account: string): Promise<Staff> {
  const me = await callerOf(product.address)(sessionContract.login, {
    body: { email: `${account}@larder.test`, password: demoPassword },
  })
  return { me, call: callerOf(product.address, me.accessToken) }
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
