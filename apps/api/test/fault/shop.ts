import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

/** What a writer was told: the id that it chose, and the one that it was given. */
export interface Acknowledged {
  externalId: string
  orderId: string
}

export interface Shop {
  acknowledged: Acknowledged[]
  /** Answers that no repetition can mend; there must be none. */
  refusals: string[]
  /** Ends the writers once each has its present order acknowledged. */
  close: () => Promise<void>
}

/** What the writers order, and where. */
export interface Wish {
  storeId: string
  itemId: string
}

// While nobody answers each try takes from the start that is waited for.
const RETRY_MS = 100
const ANSWER_LIMIT_MS = 8000

/** A restaurant that takes whatever comes, day and night, and one thing on its menu. */
export async function openRestaurant(pool: Pool): Promise<Wish> {
  const { rows } = await pool.query<Wish>(
    `update store set opening_hours = (select jsonb_agg(jsonb_build_object('day', day, 'opens', '00:00', 'closes', '00:00')) from generate_series(0, 6) as day),
       special_days = '[]', open_mode = 'open', open_mode_until = null, status = 'live', max_orders_per_quarter_hour = null, min_order_minor = 0, auto_accept = false
     from item where item.store_id = store.id and item.unit = 'pc' and item.available and store.vertical = 'restaurant'
       and store.id = (select min(id::text)::uuid from store where vertical = 'restaurant')
     returning store.id as "storeId", item.id as "itemId"`,
  )
  if (!rows[0]) throw new Error('there is no restaurant with something to sell')
  return rows[0]
}

/**
 * Writers that place order after order through the channel door. Each repeats an order under the id that it chose until it is
 * acknowledged, whatever happens to the other side; every second order also carries an Idempotency-Key.
 */
export function openShop(options: { address: string; channelKey: string; run: string; writers: number; wish: Wish }): Shop {
  const { address, channelKey, run, writers, wish } = options
  const shop: Pick<Shop, 'acknowledged' | 'refusals'> = { acknowledged: [], refusals: [] }
  let isOpen = true

  async function order(externalId: string, phone: string, hasKey: boolean): Promise<void> {
    const body = JSON.stringify({
      externalId,
      storeId: wish.storeId,
      orderType: 'pickup',
      customer: { name: 'Fault Tester', phone },
      lines: [{ itemId: wish.itemId, quantity: 1 }],
      payment: { method: 'cash' },
    })
    const headers = { 'content-type': 'application/json', 'x-api-key': channelKey, ...(hasKey && { 'idempotency-key': externalId }) }
    for (;;) {
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
      const answer = await fetch(`${address}/api/channel/orders`, { method: 'POST', headers, body, signal }).catch(() => null)
      const told = answer && ((await answer.json().catch(() => null)) as { id: string } | null)
      if (answer?.ok && told) {
        shop.acknowledged.push({ externalId, orderId: told.id })
        return
      }
      if (answer && told && answer.status < 500 && answer.status !== 429) {
        shop.refusals.push(`${answer.status} ${JSON.stringify(told)}`)
        return
      }
      await pause(RETRY_MS)
    }
  }

  async function write(writer: number): Promise<void> {
    // A customer of its own: orders of one customer wait for each other.
    const phone = `+9198470000${String(writer).padStart(2, '0')}`
    for (let number = 1; isOpen; number++) await order(`${run}-${writer}-${number}`, phone, number % 2 === 0)
  }
  const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    ...shop,
    close: async () => {
      isOpen = false
      await running
    },
  }
}
