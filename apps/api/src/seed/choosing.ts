import type { Store } from '#seed/store-row.ts'
import { type Placing, quarterMs } from './calendar.ts'
import type { City } from './city.ts'
import type { Course } from './course.ts'
import { drawVertical } from './demand.ts'
import type { DrawnOrder } from './order-row.ts'
import { type Random, weighted } from './random.ts'
import type { Area } from './territory.ts'

const weekQuarters = 7 * 96

/** How many of a vertical's orders are for a later hour. */
export const slotShare = { restaurant: 0, grocery: 0.12, fruits: 0.05, fish: 0.05, cakes: 1 }

/** Who orders where: a vertical by the hour, a store of it that is open then, as the people of its area and its name draw customers. */
export function createChooser(city: City): (random: Random, placing: Placing) => DrawnOrder {
  const popular = city.stores.filter(({ weight }) => weight > 0)
  const drawOf = new Map<string, (random: Random) => Store>()
  return (random, placing) => {
    const vertical = drawVertical(random, placing.hour)
    const needsSlot = random.chance(slotShare[vertical])
    const key = needsSlot ? vertical : `${vertical} ${placing.quarter}`
    const draw =
      drawOf.get(key) ?? drawAmong(popular.filter((store) => store.vertical === vertical && (needsSlot || store.open[placing.quarter])))
    drawOf.set(key, draw)
    const store = draw(random)
    const slot = needsSlot ? drawSlot(random, store, placing) : null
    return { placing, store, slot, ...drawPeople(random, city, store.area, carriedAt(placing, slot)) }
  }
}

/** By the demand of their areas, which the stores of an area share by their weights. */
function drawAmong(stores: readonly Store[]): (random: Random) => Store {
  const weights = new Map<Area, number>()
  for (const { area, weight } of stores) weights.set(area, (weights.get(area) ?? 0) + weight)
  return weighted(stores, ({ area, weight }) => (area.demand * weight) / (weights.get(area) ?? 1))
}

/** An hour at which the store is open, from a full or half one on, five hours to a day and a half ahead. */
export function drawSlot(random: Random, store: Store, { ms, quarter }: Placing): Course['slot'] {
  const toHalfHour = quarterMs * 4 - (ms % (quarterMs * 2))
  let ahead = random.whole(4, 30)
  for (let tries = 0; tries < 12 && !store.open[(quarter + ahead * 4 + 4) % store.open.length]; tries++) ahead = random.whole(4, 30)
  const from = ms + toHalfHour + ahead * quarterMs * 4
  return { from, to: from + quarterMs * 4 }
}

/** The quarter of the week in which an order is given to a rider. */
function carriedAt({ ms, quarter }: Placing, slot: Course['slot']): number {
  const ahead = slot ? Math.round((slot.from - ms) / quarterMs) : 1
  return (quarter + ahead) % weekQuarters
}

/** `quarter`: that of the week in which a rider carries it, who works then; whoever it is where nothing is said. */
export function drawPeople(
  random: Random,
  { clientele, fleet }: City,
  area: Area,
  quarter?: number,
): Pick<DrawnOrder, 'customer' | 'rider'> {
  const customer = clientele.drawIn.get(area)?.(random)
  const rider = (quarter === undefined ? fleet.drawIn.get(area) : fleet.drawAt(area, quarter))?.(random)
  if (!customer || !rider) throw new Error(`nobody lives or rides in ${area.name}`)
  return { customer, rider }
}
