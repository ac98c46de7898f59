import { addMinutes, currentInstant, type Instant } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { Database } from '../../../src/db/database.ts'
import type { Branch, Store } from '../../../src/db/schema.gen.ts'
import { entryInsert, entryOf } from '../../../src/modules/ledger/post.service.ts'
import { addOrder, addRider } from '../../factories.ts'
import type { Examples } from '../world.ts'

type StoreRow = Selectable<Store>

/** An order of which its rider, or the store's counter, has so much cash. */
export async function holdCash(
  db: Database,
  store: StoreRow,
  riderId: string | null,
  minor: number,
  at: Instant = currentInstant(),
): Promise<void> {
  const paid = { payment_method: 'cash', payment_state: 'collected', delivery_state: 'done', status: 'delivered' } as const
  const order = await addOrder(db, store, { ...paid, at: addMinutes(at, -60), rider_id: riderId, total_minor: minor })
  const place = { ...order, branch_time_zone: store.time_zone }
  const moved = { [riderId ? 'rider-cash' : 'store-cash']: minor, customers: -minor }
  await entryInsert('test', [entryOf(place, at, { kind: 'collected', moved })]).execute(db)
}

/** Good calls of what is done with cash: all of it is deposited, but for what lacks. */
export const examples: Examples = ({ app, db, store, otherAdmin }) => {
  const inr = (minor: number) => ({ minor, currency: 'INR' })
  const draft = async () => {
    const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
    const rider: { id: string } = await addRider(db, branch as Selectable<Branch>)
    await holdCash(db, store, rider.id, 25_000)
    return {
      riderId: rider.id,
      expected: inr(25_000),
      counted: inr(24_000),
      isAll: true,
      remark: 'A note was torn',
      broughtBy: 'A neighbour',
    }
  }
  return {
    'cash-deposit.create': async () => ({ body: await draft() }),
    'cash-deposit.reverse': async () => {
      const { status, body } = await app.call('POST /cash-deposits', { as: otherAdmin, body: await draft() })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { params: { id: String(body.id) }, body: { version: 1, reason: 'Counted for another rider' } }
    },
  }
}
