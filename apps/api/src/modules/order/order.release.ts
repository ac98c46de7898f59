import type { Instant } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { isStoreOpen, type Opening } from '#modules/store/store-open.service.ts'
import type { Because } from './order.policy.ts'
import { shutWords } from './order.problems.ts'

/** What an order that waits for its time needs of its store: that it takes orders, and still sells what was ordered. */
export interface WaitingFacts {
  store: Opening & { name: string }
  lines: { name: string; available: boolean; snoozed_until: Instant | null }[]
}

const instantText = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `WaitingFacts` of the order with this id, beside `orders` and `store` in a query; null once it has reached its store. */
export function waitingFacts(id: string): RawBuilder<WaitingFacts | null> {
  return sql<WaitingFacts | null>`case when orders.status in ('placed', 'scheduled') then json_build_object(
    'store', json_build_object('name', store.display_name, 'status', store.status, 'time_zone', store.time_zone, 'open_mode', store.open_mode,
      'open_mode_until', ${instantText('store.open_mode_until')}, 'opening_hours', store.opening_hours, 'special_days', store.special_days),
    'lines', (select coalesce(json_agg(json_build_object('name', order_line.name, 'available', coalesce(item.available, order_line.item_id is null),
        'snoozed_until', ${instantText('item.snoozed_until')}) order by order_line.line), '[]')
      from order_line left join item on item.id = order_line.item_id where order_line.order_id = ${id})) end`
}

/** Why the store could not take the order if it got it now. */
export function whyNotRelease({ store, lines }: WaitingFacts, now: Instant): Because | null {
  if (store.status !== 'live') return { reason: 'store-not-live', message: `${store.name} does not sell at present.` }
  if (!isStoreOpen(store, now)) return { reason: 'store-closed', message: `${store.name} ${shutWords(store, now)}.` }
  const soldOut = lines.filter(({ available, snoozed_until: until }) => !available || (until !== null && until > now))
  if (soldOut.length === 0) return null
  const names = soldOut.map(({ name }) => name).join(', ')
  return { reason: 'sold-out', message: `${names} ${soldOut.length === 1 ? 'is' : 'are'} sold out at ${store.name}.` }
}
