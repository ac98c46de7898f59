import type { Instant } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Because } from '#kit/errors.ts'
import { isStoreOpen } from '#modules/store/store-open.service.ts'
import { shutSentence } from '../place/problems.ts'
import type { OrderRecord, WaitingFacts } from '../read/record.ts'

/** Whether the order still waits for its time. */
export function isWaiting({ status }: Pick<OrderRecord, 'status'>): boolean {
  return status === 'placed' || status === 'scheduled'
}

export async function findWaitingFacts(
  db: ReadDatabase,
  { id, store_id: storeId }: Pick<OrderRecord, 'id' | 'store_id'>,
): Promise<WaitingFacts> {
  const store = db
    .selectFrom('store')
    .select(['display_name as name', 'status', 'time_zone', 'open_mode', 'open_mode_until', 'opening_hours', 'special_days'])
    .where('id', '=', storeId)
  const lines = db
    .selectFrom('order_line')
    .leftJoin('item', 'item.id', 'order_line.item_id')
    .select(['order_line.name', 'item.snoozed_until', sql<boolean>`coalesce(item.available, order_line.item_id is null)`.as('available')])
    .where('order_line.order_id', '=', id)
    .orderBy('order_line.line')
  // One after the other: inside a transaction there is one connection.
  return { store: (await store.executeTakeFirstOrThrow()) as WaitingFacts['store'], lines: await lines.execute() }
}

/** Whether the store could take the order if it got it now. */
export function sellsNow({ waiting }: { waiting: WaitingFacts | null }, now: Instant): boolean {
  return waiting === null || whyNotRelease(waiting, now) === null
}

/** Why the store could not take the order if it got it now. */
export function whyNotRelease({ store, lines }: WaitingFacts, now: Instant): Because | null {
  if (store.status !== 'live') return { reason: 'store-not-live', message: `${store.name} is not taking orders at present.` }
  if (!isStoreOpen(store, now)) return { reason: 'store-closed', message: shutSentence(store.name, store, now) }
  const soldOut = lines.filter(({ available, snoozed_until: until }) => !available || (until !== null && until > now))
  if (soldOut.length === 0) return null
  const names = soldOut.map(({ name }) => name).join(', ')
  return { reason: 'sold-out', message: `${names} ${soldOut.length === 1 ? 'is' : 'are'} sold out at ${store.name}.` }
}
