import { addDays, addMinutes, currentInstant, localDateAt } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { Branch, Store } from '../../src/db/schema.gen.ts'
import { addRider, addStore } from '../factories.ts'
import { holdCash } from './examples/cash.ts'
import type { SweptProduct } from './swept-product.ts'

/** Cash with riders and stores of two branches, deposits of some of it, and days that were closed since it came. */
export async function addVariedCash({ app, admin }: SweptProduct, branch: Selectable<Branch>, store: Selectable<Store>): Promise<void> {
  const { db } = app.database
  const elsewhere = await addStore(db, { display_name: 'y Counter' })
  const home = await db.selectFrom('branch').selectAll().where('id', '=', elsewhere.branch_id).executeTakeFirstOrThrow()
  const riders = [
    await addRider(db, branch, { name: 'z Carrier' }),
    await addRider(db, branch, { name: 'x Carrier' }),
    await addRider(db, home, { name: 'w Carrier' }),
  ]
  const minutesAgo = [30, 90, 10, 60, 45]
  const held = [
    { store, riderId: riders[0]?.id ?? null },
    { store, riderId: riders[1]?.id ?? null },
    { store: elsewhere, riderId: riders[2]?.id ?? null },
    { store, riderId: null },
    { store: elsewhere, riderId: null },
  ]
  for (const [index, { store: of, riderId }] of held.entries()) {
    const minor = 10_000 + ((index * 3) % 5) * 1_000
    await holdCash(db, of, riderId, minor, addMinutes(currentInstant(), -(minutesAgo[index] ?? 0)))
    const whose = riderId ? { riderId } : { storeId: of.id }
    const amounts = { expected: { minor, currency: 'INR' }, counted: { minor: 1_000, currency: 'INR' } }
    const { status, body } = await app.call('POST /cash-deposits', { as: admin, body: { ...whose, ...amounts, isAll: false } })
    if (status !== 200) throw new Error(`a deposit answered ${JSON.stringify(body)}`)
  }
  for (const counter of [elsewhere, await addStore(db, { display_name: 'v Counter' })]) {
    await holdCash(db, counter, null, 2_000, addMinutes(currentInstant(), -4 * 24 * 60))
    const today = localDateAt(currentInstant(), counter.time_zone)
    for (const daysAgo of [3, 2, 1]) {
      const body = { branchId: counter.branch_id, day: addDays(today, -daysAgo) }
      const { status, body: answer } = await app.call('POST /branch-days', { as: admin, body })
      if (status !== 200) throw new Error(`a closing answered ${JSON.stringify(answer)}`)
    }
  }
}
