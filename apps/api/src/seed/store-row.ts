import type { Point, Vertical } from '@larder/contract'
import { addDays, instantOf, type LocalDate, type OpeningHours, searchKey } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { storeSearch } from '#modules/store/store-draft.ts'
import type { MenuItem } from './menus.ts'
import { drawSpecialDays } from './opening.ts'
import type { Random } from './random.ts'
import { type Area, currency, zone } from './territory.ts'

const companies = ['Foods LLP', 'Hospitality Pvt Ltd', 'Traders', 'Enterprises', 'Foods']

export interface Registered {
  number: number
  location: Area['locations'][number]
  createdAt: string
  hours: OpeningHours
  today: LocalDate
  nowMs: number
}

/** A store as the product keeps it; which ones are busy, paused or not live follows from the number. */
export function storeRow(
  random: Random,
  store: Store,
  { number, location, createdAt, hours, today, nowMs }: Registered,
): Insertable<DB['store']> {
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
    location_id: location.id,
    vertical,
    email: `${mailbox}@stores.larder.test`,
    address: `${random.whole(1, 68)}/${random.whole(100, 2999)}, ${location.name}, ${area.name}, Kochi ${area.postalCode}`,
    lat: point.lat,
    lng: point.lng,
    time_zone: zone,
    currency,
    prep_minutes: store.prepMinutes,
    opening_hours: JSON.stringify(hours),
    special_days: JSON.stringify(drawSpecialDays(random, name, today)),
    tax_id: `32${`${words}KOCHI`.slice(0, 5)}${random.whole(1000, 9999)}${random.pick(['C', 'F', 'P', 'K'])}1Z${random.whole(0, 9)}`,
    licence_number: `113${random.whole(15, 25)}${String(random.whole(1, 999_999_999)).padStart(9, '0')}`,
    licence_expires_on: addDays(today, number % 11 === 0 ? random.whole(1, 28) : random.whole(45, 900)),
    min_order_minor: store.minOrderMinor,
    packing_minor: store.packingMinor,
    commission_ppm: random.pick([150_000, 180_000, 200_000, 220_000]),
    auto_accept: store.attended && number % 17 === 0,
    max_orders_per_quarter_hour: random.chance(0.2) ? random.pick([6, 8, 12]) : null,
    ...stateOf(number),
    ...modeOf(random, number, nowMs),
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** Most are live; a few are on their way in, or suspended. */
export function stateOf(number: number): { status: string; status_reason: string | null } {
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
