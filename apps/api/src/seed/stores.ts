import { addDays, instantOf, type LocalDate, type OpeningHours, type Point, searchKey, type Vertical, verticals } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { storeSearch } from '#modules/store/store-draft.ts'
import { cuisinesOfKitchen } from './kochi/lookups.ts'
import type { Kitchen } from './kochi/restaurant-dishes.ts'
import { restaurantNames, shopNames } from './kochi/store-names.ts'
import type { LookupIds } from './lookups.ts'
import { buildMenu, type Menu, type MenuItem } from './menus.ts'
import { drawHours, drawSpecialDays, openQuarters } from './opening.ts'
import type { Random } from './random.ts'
import { type Area, currency, placeNear, zone } from './territory.ts'

export interface Store {
  id: string
  name: string
  vertical: Vertical
  area: Area
  point: Point
  prepMinutes: number
  packingMinor: number
  minOrderMinor: number
  attended: boolean
  /** How often customers choose it, beside others. */
  weight: number
  open: Uint8Array
  items: MenuItem[]
}

export interface Market {
  stores: Store[]
  rows: Menu['rows'] & {
    store: Insertable<DB['store']>[]
    store_cuisine: Insertable<DB['store_cuisine']>[]
    store_category_type: Insertable<DB['store_category_type']>[]
    machine: Insertable<DB['machine']>[]
  }
}

interface Sign {
  name: string
  vertical: Vertical
  kitchen: Kitchen | null
}

const companies = ['Foods LLP', 'Hospitality Pvt Ltd', 'Traders', 'Enterprises', 'Foods']
const shopVerticals = ['grocery', 'fruits', 'fish', 'cakes'] as const

/** Every store of the city with its menu; each area has each vertical. */
export function buildMarket(
  random: Random,
  facts: { areas: readonly Area[]; lookups: LookupIds; nowMs: number; today: LocalDate },
): Market {
  const market: Market = {
    stores: [],
    rows: { store: [], store_cuisine: [], store_category_type: [], machine: [], menu_category: [], item: [] },
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

function addStore(
  market: Market,
  random: Random,
  sign: Sign,
  area: Area,
  { lookups, nowMs, today }: Parameters<typeof buildMarket>[1],
): void {
  const { vertical, kitchen } = sign
  const createdMs = nowMs - random.whole(80, 380) * 86_400_000
  const createdAt = instantOf(createdMs)
  const id = random.id(createdMs)
  const number = market.stores.length + 1
  const location = random.pick(area.locations)
  const hours = drawHours(random, vertical, kitchen)
  const menu = buildMenu(random, { id, vertical, kitchen, createdMs, createdAt })
  const state = stateOf(number)
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
    weight: state.status === 'live' ? 0.3 + 2.2 * random.next() ** 3 : 0,
    open: openQuarters(hours),
    items: menu.items,
  }
  market.stores.push(store)
  market.rows.menu_category.push(...menu.rows.menu_category)
  market.rows.item.push(...menu.rows.item)
  market.rows.store.push({
    ...storeRow(random, store, { number, createdAt, hours, today, nowMs }),
    location_id: location.id,
    ...modeOf(random, number, nowMs),
    ...state,
  })
  if (kitchen)
    market.rows.store_cuisine.push(...cuisinesOfKitchen[kitchen].map((name) => ({ store_id: id, cuisine_id: lookups.cuisine(name) })))
  market.rows.store_category_type.push(
    ...random.some(lookups.categoryTypes(vertical), 3).map((type) => ({ store_id: id, category_type_id: type })),
  )
  for (const kind of number % 3 === 0 ? (['tablet', 'printer'] as const) : (['tablet'] as const)) {
    const serial = `${kind === 'tablet' ? 'TB' : 'PR'}${random.code(8)}`
    const stamps = { created_at: createdAt, updated_at: createdAt }
    market.rows.machine.push({
      id: random.id(createdMs),
      store_id: id,
      kind,
      serial,
      app_version: '4.12.0',
      last_heartbeat_at: null,
      ...stamps,
    })
  }
}

interface Registered {
  number: number
  createdAt: string
  hours: OpeningHours
  today: LocalDate
  nowMs: number
}

function storeRow(random: Random, store: Store, { number, createdAt, hours, today }: Registered): Omit<Insertable<DB['store']>, 'status'> {
  const { id, name, area, vertical, point } = store
  const mailbox = searchKey(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
  const words = name
    .replace(/[^A-Za-z ]/g, '')
    .toUpperCase()
    .replace(/ /g, '')
  const names = { display_name: name, legal_name: `${name} ${random.pick(companies)}`, number: `ST-${1000 + number}` }
  const phone = `+91484${random.whole(2_200_000, 4_099_999)}`
  return {
    id,
    ...names,
    search: storeSearch({ ...names, phone }),
    phone,
    branch_id: area.branch.id,
    area_id: area.id,
    vertical,
    email: `${mailbox}@stores.larder.test`,
    address: `${random.whole(1, 68)}/${random.whole(100, 2999)}, ${area.locations[0]?.name ?? area.name}, ${area.name}, Kochi ${area.postalCode}`,
    lat: point.lat,
    lng: point.lng,
    time_zone: zone,
    currency,
    prep_minutes: store.prepMinutes,
    attended: store.attended,
    opening_hours: JSON.stringify(hours),
    special_days: JSON.stringify(drawSpecialDays(random, today)),
    tax_id: `32${`${words}KOCHI`.slice(0, 5)}${random.whole(1000, 9999)}${random.pick(['C', 'F', 'P', 'K'])}1Z${random.whole(0, 9)}`,
    licence_number: `113${random.whole(15, 25)}${String(random.whole(1, 999_999_999)).padStart(9, '0')}`,
    licence_expires_on: addDays(today, number % 11 === 0 ? random.whole(1, 28) : random.whole(45, 900)),
    min_order_minor: store.minOrderMinor,
    packing_minor: store.packingMinor,
    commission_ppm: random.pick([150_000, 180_000, 200_000, 220_000]),
    auto_accept: store.attended && number % 17 === 0,
    max_orders_per_quarter_hour: random.chance(0.2) ? random.pick([6, 8, 12]) : null,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** Most are live; a few are on their way in, or suspended. */
function stateOf(number: number): { status: string; status_reason: string | null } {
  if (number % 43 === 0) return { status: 'suspended', status_reason: 'Food safety licence under review' }
  if (number === 71 || number === 104) return { status: 'review', status_reason: null }
  if (number === 118) return { status: 'approved', status_reason: null }
  return { status: 'live', status_reason: null }
}

function modeOf(
  random: Random,
  number: number,
  nowMs: number,
): Pick<Insertable<DB['store']>, 'open_mode' | 'open_mode_until' | 'open_mode_reason'> {
  const until = (minutes: number) => instantOf(nowMs + minutes * 60_000)
  if (number % 19 === 0) return { open_mode: 'busy', open_mode_until: until(random.whole(20, 70)), open_mode_reason: 'Large party order' }
  if (number === 25 || number === 90)
    return { open_mode: 'paused', open_mode_until: until(random.whole(25, 90)), open_mode_reason: 'Gas cylinder change' }
  if (number === 50) return { open_mode: 'paused', open_mode_until: null, open_mode_reason: 'Short of staff today' }
  return { open_mode: 'open', open_mode_until: null, open_mode_reason: null }
}
