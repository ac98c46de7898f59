import { instantOf, type LocalDate, verticals } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Store } from '#seed/store-row.ts'
import { cuisinesOfKitchen } from './kochi/lookups.ts'
import type { Kitchen } from './kochi/restaurant-dishes.ts'
import { restaurantNames, shopNames } from './kochi/store-names.ts'
import type { LookupIds } from './lookups.ts'
import { buildMenu, type Menu } from './menus.ts'
import { drawHours, openQuarters, type Sign } from './opening.ts'
import type { Random } from './random.ts'
import { stateOf, storeRow } from './store-row.ts'
import type { Taxes } from './tax.ts'
import { type Area, placeNear } from './territory.ts'

export interface Market {
  stores: Store[]
  rows: Menu['rows'] & {
    store: Insertable<DB['store']>[]
    store_cuisine: Insertable<DB['store_cuisine']>[]
    store_category_type: Insertable<DB['store_category_type']>[]
    machine: Insertable<DB['machine']>[]
  }
}

interface Surroundings {
  lookups: LookupIds
  taxes: Pick<Taxes, 'of'>
  nowMs: number
  today: LocalDate
}

const shopVerticals = ['grocery', 'fruits', 'fish', 'cakes'] as const

/** Every store of the city with its menu; each area has each vertical. */
export function buildMarket(random: Random, facts: Surroundings & { areas: readonly Area[] }): Market {
  const market: Market = {
    stores: [],
    rows: {
      store: [],
      store_cuisine: [],
      store_category_type: [],
      machine: [],
      menu_category: [],
      item: [],
      item_picture: [],
      choice_group: [],
      item_choice_group: [],
    },
  }
  const restaurants = Object.entries(restaurantNames).flatMap(([kitchen, names]) =>
    names.map((name): Sign => ({ name, vertical: 'restaurant', kitchen: kitchen as Kitchen })),
  )
  const shops = shopVerticals.flatMap((vertical) => shopNames[vertical].map((name): Sign => ({ name, vertical, kitchen: null })))
  for (const list of [restaurants, shops]) {
    for (const [index, sign] of list.entries()) addStore(market, random, sign, facts.areas[index % facts.areas.length] as Area, facts)
  }
  return market
}

function addStore(market: Market, random: Random, sign: Sign, area: Area, { lookups, taxes, nowMs, today }: Surroundings): void {
  const { vertical, kitchen } = sign
  const { rows } = market
  const createdMs = nowMs - random.whole(80, 380) * 86_400_000
  const createdAt = instantOf(createdMs)
  const id = random.id(createdMs)
  const number = market.stores.length + 1
  const location = random.pick(area.locations)
  const hours = drawHours(random, sign)
  const menu = buildMenu(random, { id, vertical, kitchen, createdMs, createdAt }, taxes)
  const store: Store = {
    id,
    name: sign.name,
    vertical,
    area,
    point: placeNear(random, area, location.point, 0.0025),
    prepMinutes: Math.max(8, verticals[vertical].defaultPrepMinutes + 5 * random.whole(-2, 2)),
    packingMinor: random.pick([0, 500, 1000, 1000, 1500, 2000]),
    minOrderMinor: random.pick([9900, 9900, 14_900, 19_900]),
    attended: number % 10 >= 3,
    weight: stateOf(number).status === 'live' ? 0.3 + 2.2 * random.next() ** 3 : 0,
    open: openQuarters(hours),
    items: menu.items,
  }
  market.stores.push(store)
  rows.menu_category.push(...menu.rows.menu_category)
  rows.item.push(...menu.rows.item)
  rows.item_picture.push(...menu.rows.item_picture)
  rows.choice_group.push(...menu.rows.choice_group)
  rows.item_choice_group.push(...menu.rows.item_choice_group)
  rows.store.push(storeRow(random, store, { number, location, createdAt, hours, today, nowMs }))
  const cuisines = kitchen ? cuisinesOfKitchen[kitchen].map(lookups.cuisine) : []
  rows.store_cuisine.push(...cuisines.map((cuisine_id) => ({ store_id: id, cuisine_id })))
  const types = random.some(lookups.categoryTypes(vertical), 3)
  rows.store_category_type.push(...types.map((category_type_id) => ({ store_id: id, category_type_id })))
  const heardAt = instantOf(nowMs - (number % 40) * 3_600_000 - 600_000)
  rows.machine.push(...machineRows(random, store, { count: number % 3 === 0 ? 2 : 1, createdMs, createdAt, heardAt }))
}

function machineRows(
  random: Random,
  { id: storeId, attended }: Store,
  facts: { count: number; createdMs: number; createdAt: string; heardAt: string },
): Insertable<DB['machine']>[] {
  const rows = (['tablet', 'printer'] as const).slice(0, facts.count).map((kind) => ({
    id: random.id(facts.createdMs),
    store_id: storeId,
    kind,
    name: kind === 'tablet' ? 'Tablet at the counter' : 'Kitchen printer',
    serial: `${kind === 'tablet' ? 'TB' : 'PR'}${random.code(8)}`,
    app_version: '4.12.0',
    last_heartbeat_at: facts.heardAt,
    paired_at: facts.createdAt,
    created_at: facts.createdAt,
    updated_at: facts.createdAt,
  }))
  return rows.filter(({ kind }) => attended || kind === 'printer')
}
