import { instantOf } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { copyRows } from './copy.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const customers = 160
const states = ['abandoned', 'ordered', 'ordered', 'abandoned', 'active'] as const

interface Sold {
  store_id: string
  vertical: string
  currency: string
  items: { id: string; name: string; price: number }[]
}

/** What some customers put together in the app of late: ordered, left, and a few that are being filled. */
export async function writeCarts(
  client: PoolClient,
  random: Random,
  { nowMs, channelId }: { nowMs: number; channelId: string },
): Promise<void> {
  const people = await client.query<{ id: string }>('select id from customer order by last_order_at desc nulls last, id limit $1', [
    customers,
  ])
  const stores = await client.query<Sold>(
    `select store.id as store_id, store.vertical, store.currency, json_agg(json_build_object('id', item.id, 'name', item.name, 'price', item.price_minor) order by item.id) as items
     from store join item on item.store_id = store.id where store.status = 'live' and item.available group by store.id order by store.id`,
  )
  if (stores.rows.length === 0) return
  const carts: Insertable<DB['cart']>[] = []
  const events: Insertable<DB['cart_event']>[] = []
  for (const [at, { id: customerId }] of people.rows.entries()) {
    for (let count = at % 3 === 0 ? 2 : 1; count > 0; count--) {
      const { store_id, vertical, currency, items } = random.pick(stores.rows)
      const state = random.pick(states)
      const openedMs =
        state === 'active' ? nowMs - random.whole(2, 25) * minuteMs : nowMs - random.whole(1, 14) * dayMs - random.whole(0, dayMs)
      const lines = Array.from({ length: random.whole(1, 4) }, () => random.pick(items))
        .filter((item, index, all) => all.findIndex(({ id }) => id === item.id) === index)
        .map((item) => ({ itemId: item.id, name: item.name, quantity: random.whole(1, 3), unitPriceMinor: item.price }))
      const id = random.id(openedMs)
      const ending = state === 'active' ? [] : [{ type: state, line: null }]
      const told = [{ type: 'opened', line: null }, ...lines.map((line) => ({ type: 'line-added', line })), ...ending]
      const moments = told.map((_, index) =>
        instantOf(openedMs + index * (index === told.length - 1 && state === 'abandoned' ? 60 : 1) * minuteMs),
      )
      events.push(
        ...told.map(({ type, line }, index) => ({
          cart_id: id,
          sequence: index + 1,
          type,
          line: line && JSON.stringify(line),
          at: moments[index] as string,
        })),
      )
      carts.push({
        id,
        customer_id: customerId,
        channel_id: channelId,
        store_id,
        vertical,
        currency,
        state,
        lines: JSON.stringify(lines),
        total_minor: lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0),
        version: told.length,
        created_at: instantOf(openedMs),
        updated_at: moments.at(-1) as string,
      })
    }
  }
  await copyRows(client, 'cart', carts)
  await copyRows(client, 'cart_event', events)
}
