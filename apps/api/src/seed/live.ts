import { instantOf, type OrderStatus } from '@larder/contract'
import { placingAt } from './calendar.ts'
import { drawPeople, drawSlot, slotShare } from './choosing.ts'
import type { City } from './city.ts'
import type { DrawnOrder, History } from './order-row.ts'
import { addOrder, type OrderRows } from './order-rows.ts'
import { type Random, weighted } from './random.ts'
import { zone } from './territory.ts'

/** What stands on the board at the start, the oldest first: these stages, each so often. */
const liveStages: readonly (readonly [OrderStatus, number])[] = [
  ['scheduled', 6],
  ['picked_up', 8],
  ['ready', 6],
  ['preparing', 12],
  ['accepted', 7],
  ['pending', 7],
]
export const liveOrders = liveStages.reduce((sum, [, count]) => sum + count, 0)
/** Whatever was placed longer ago has been delivered by now, so that the stages hold all that is under way. */
export const quietMs = 100 * 60_000

/** What is under way now: at stores that are open, what waits mostly where no app answers. */
export function addLiveOrders(random: Random, rows: OrderRows, city: City, count: number, history: History): void {
  const now = placingAt(instantOf(city.nowMs), zone)
  const stores = city.stores.filter(({ weight, vertical, open }) => weight > 0 && slotShare[vertical] < 1 && open[now.quarter])
  const byHand = stores.filter(({ attended }) => !attended)
  const drawAny = weighted(stores, ({ weight }) => weight)
  const drawByHand = byHand.length > 0 ? weighted(byHand, ({ weight }) => weight) : drawAny
  const drawPlanned = weighted(
    city.stores.filter(({ weight, vertical }) => weight > 0 && slotShare[vertical] === 1),
    ({ weight }) => weight,
  )
  const planned = placingAt(instantOf(city.nowMs - quietMs + 1), zone)
  const statuses = liveStages.flatMap(([status, times]) => Array.from({ length: times }, () => status)).slice(0, count)
  const drawn = statuses.map((status): DrawnOrder => {
    const store = (status === 'scheduled' ? drawPlanned : status === 'pending' ? drawByHand : drawAny)(random)
    const people = drawPeople(random, city, store.area)
    if (status === 'scheduled') return { placing: planned, store, slot: drawSlot(random, store, planned), ...people }
    return { placing: now, store, slot: null, status, ...people }
  })
  for (const order of drawn) addOrder(random, rows, order, history)
}
