import { instantOf, type OrderStatus } from '@larder/contract'
import type { PoolClient } from 'pg'
import { type Placing, placingAt, placingsUntil, quarterMs } from './calendar.ts'
import type { City } from './city.ts'
import type { Course } from './course.ts'
import { drawVertical } from './demand.ts'
import { addOrder, type DrawnOrder, type History, type OrderRows } from './order-rows.ts'
import { type Random, weighted } from './random.ts'
import type { Store } from './stores.ts'
import { type Area, zone } from './territory.ts'
import { createWriter } from './writer.ts'

/** What stands on the board at the start: these stages, each so often. */
const liveStages: readonly (readonly [OrderStatus, number])[] = [
  ['pending', 7],
  ['accepted', 7],
  ['preparing', 12],
  ['ready', 6],
  ['picked_up', 8],
]
const liveOrders = liveStages.reduce((sum, [, count]) => sum + count, 0)
// Whatever was placed before has been delivered by now, so that the stages below hold all that is under way.
const quietMs = 100 * 60_000
const slotShare = { restaurant: 0, grocery: 0.12, fruits: 0.05, fish: 0.05, cakes: 1 }

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
    depositedBeforeMs: city.nowMs - Math.min(1, 50_000 / Math.max(1, facts.orders)) * 86_400_000,
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

// Where a branch's own sequence begins.
const firstNumber = 10_001

/** Who orders where: a vertical by the hour, an area by its people, a store of it that is open then. */
function createChooser(city: City): (random: Random, placing: Placing) => DrawnOrder {
  const drawArea = weighted(city.areas, ({ demand }) => demand)
  const stores = new Map<string, (random: Random) => Store>()
  for (const area of city.areas) {
    for (const [vertical, open] of Map.groupBy(
      area ? city.stores.filter((store) => store.area === area && store.weight > 0) : [],
      ({ vertical: kind }) => kind,
    )) {
      stores.set(
        `${area.id} ${vertical}`,
        weighted(open, ({ weight }) => weight),
      )
    }
  }
  return (random, placing) => {
    const vertical = drawVertical(random, placing.hour)
    const area = drawAreaWith(random, drawArea, (candidate) => stores.has(`${candidate.id} ${vertical}`))
    const drawStore = stores.get(`${area.id} ${vertical}`) as (random: Random) => Store
    const needsSlot = random.chance(slotShare[vertical])
    const store = needsSlot ? drawStore(random) : drawOpen(random, drawStore, placing.quarter)
    const slot = needsSlot ? drawSlot(random, store, placing) : null
    return { placing, store, slot, ...drawPeople(random, city, area) }
  }
}

function drawAreaWith(random: Random, drawArea: (random: Random) => Area, fits: (area: Area) => boolean): Area {
  let area = drawArea(random)
  while (!fits(area)) area = drawArea(random)
  return area
}

function drawOpen(random: Random, drawStore: (random: Random) => Store, quarter: number): Store {
  let store = drawStore(random)
  for (let tries = 0; tries < 8 && !store.open[quarter]; tries++) store = drawStore(random)
  return store
}

/** An hour that the store is open, four hours to a day and a half ahead. */
function drawSlot(random: Random, store: Store, { ms, quarter }: Placing): Course['slot'] {
  const untilFullHour = quarterMs * 4 - (ms % (quarterMs * 2))
  let ahead = random.whole(4, 30)
  for (let tries = 0; tries < 12 && !store.open[(quarter + ahead * 4 + 4) % store.open.length]; tries++) ahead = random.whole(4, 30)
  const from = ms + untilFullHour + ahead * quarterMs * 4
  return { from, to: from + quarterMs * 4 }
}

function drawPeople(random: Random, { clientele, fleet }: City, area: Area): Pick<DrawnOrder, 'customer' | 'rider'> {
  const customer = clientele.drawIn.get(area)?.(random)
  const rider = fleet.drawIn.get(area)?.(random)
  if (!customer || !rider) throw new Error(`nobody lives or rides in ${area.name}`)
  return { customer, rider }
}

/** What is under way now: at stores that are open where there are any, what waits mostly where no app answers. */
function addLiveOrders(random: Random, rows: OrderRows, city: City, count: number, history: History): void {
  const now = placingAt(instantOf(city.nowMs), zone)
  const immediate = city.stores.filter(({ weight, vertical }) => weight > 0 && slotShare[vertical] < 1)
  const open = immediate.filter((store) => store.open[now.quarter])
  const stores = open.length < 8 ? immediate : open
  const byHand = stores.filter(({ attended }) => !attended)
  const drawAny = weighted(stores, ({ weight }) => weight)
  const drawByHand = byHand.length > 0 ? weighted(byHand, ({ weight }) => weight) : drawAny
  const statuses = liveStages.flatMap(([status, times]) => Array.from({ length: times }, () => status)).slice(0, count)
  const drawn = statuses.map((status): DrawnOrder => {
    const store = (status === 'pending' ? drawByHand : drawAny)(random)
    return { placing: now, store, slot: null, status, ...drawPeople(random, city, store.area) }
  })
  for (const order of drawn) addOrder(random, rows, order, history)
}
