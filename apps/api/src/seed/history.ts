import { instantOf } from '@larder/contract'
import type { PoolClient } from 'pg'
import { placingsUntil } from './calendar.ts'
import { createChooser } from './choosing.ts'
import type { City } from './city.ts'
import { addLiveOrders, liveOrders, quietMs } from './live.ts'
import type { History } from './order-row.ts'
import { addOrder } from './order-rows.ts'
import { zone } from './territory.ts'
import { createWriter } from './writer.ts'

// Where a branch's own sequence begins.
const firstNumber = 10_001

/** Draws so many orders of the last 60 days with what stands on the board now, and writes them batch by batch. */
export async function writeHistory(
  client: PoolClient,
  city: City,
  facts: { orders: number; onCount: (done: number) => void },
): Promise<void> {
  const random = city.stream('orders')
  const numbers = new Map<string, number>()
  const history: History = {
    nowMs: city.nowMs,
    channelId: city.channelId,
    depositedBeforeMs: city.nowMs - cashHours(facts.orders) * 3_600_000,
    nextNumber: (code) => {
      const number = numbers.get(code) ?? firstNumber
      numbers.set(code, number + 1)
      return `${code}-${number}`
    },
  }
  const live = Math.min(liveOrders, Math.floor(facts.orders / 5))
  const writer = createWriter(client, facts.onCount)
  const choose = createChooser(city)
  for (const placing of placingsUntil(instantOf(city.nowMs - quietMs), facts.orders - live, zone, random)) {
    addOrder(random, writer.rows, choose(random, placing), history)
    await writer.turn()
  }
  addLiveOrders(random, writer.rows, city, live, history)
  await writer.end()
  for (const { code } of city.branches) {
    await client.query('select setval($1::regclass, $2, false)', [`order_number_${code.toLowerCase()}`, numbers.get(code) ?? firstNumber])
  }
}

/** Riders hand their cash in before they come to their limit: the busier the city, the sooner; in the smallest some hold some at any hour. */
function cashHours(orders: number): number {
  return Math.min(Math.max(12, 60_000 / Math.max(1, orders)), 200_000 / Math.max(1, orders))
}
