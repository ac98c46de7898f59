import { type Placing, quarterMs } from './calendar.ts'
import type { City } from './city.ts'
import type { Course } from './course.ts'
import { drawVertical } from './demand.ts'
import type { DrawnOrder } from './order-row.ts'
import { type Random, weighted } from './random.ts'
import type { Store } from './stores.ts'
import type { Area } from './territory.ts'

/** How many of a vertical's orders are for a later hour. */
export const slotShare = { restaurant: 0, grocery: 0.12, fruits: 0.05, fish: 0.05, cakes: 1 }

/** Who orders where: a vertical by the hour, an area by its people, a store of it that is open then. */
export function createChooser(city: City): (random: Random, placing: Placing) => DrawnOrder {
  const drawArea = weighted(city.areas, ({ demand }) => demand)
  const stores = new Map<string, (random: Random) => Store>()
  for (const area of city.areas) {
    for (const [vertical, open] of Map.groupBy(
      city.stores.filter((store) => store.area === area && store.weight > 0),
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

/** An hour at which the store is open, from a full or half one on, five hours to a day and a half ahead. */
export function drawSlot(random: Random, store: Store, { ms, quarter }: Placing): Course['slot'] {
  const toHalfHour = quarterMs * 4 - (ms % (quarterMs * 2))
  let ahead = random.whole(4, 30)
  for (let tries = 0; tries < 12 && !store.open[(quarter + ahead * 4 + 4) % store.open.length]; tries++) ahead = random.whole(4, 30)
  const from = ms + toHalfHour + ahead * quarterMs * 4
  return { from, to: from + quarterMs * 4 }
}

export function drawPeople(random: Random, { clientele, fleet }: City, area: Area): Pick<DrawnOrder, 'customer' | 'rider'> {
  const customer = clientele.drawIn.get(area)?.(random)
  const rider = fleet.drawIn.get(area)?.(random)
  if (!customer || !rider) throw new Error(`nobody lives or rides in ${area.name}`)
  return { customer, rider }
}
