import { instantOf, type OpeningHours } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { firstNames, lastNames } from './kochi/people-names.ts'
import { type Random, weighted } from './random.ts'
import { type Area, type Branch, currency, placeNear } from './territory.ts'

export interface Rider {
  id: string
  name: string
  branch: Branch
  areas: Area[]
  onShift: boolean
  /** Nine hours of six days a week. */
  planned: OpeningHours
}

export interface Fleet {
  riders: Rider[]
  rows: { rider: Insertable<DB['rider']>[] }
  /** Somebody who rides in this area. */
  drawIn: Map<Area, (random: Random) => Rider>
  /** The same of those who work by their plan from a quarter of the week on, for an hour; of all where none of them does. */
  drawAt: (area: Area, quarter: number) => ((random: Random) => Rider) | undefined
}

const windows = [
  ['07:00', '16:00'],
  ['14:30', '23:30'],
  ['11:00', '20:00'],
  ['14:30', '23:30'],
] as const

/** Mornings, days or evenings of six days a week, each rider another day off. */
function planOf(index: number): OpeningHours {
  const [opens, closes] = windows[(index + Math.floor(index / windows.length)) % windows.length] ?? windows[0]
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== index % 7).map((day) => ({ day, opens, closes }))
}

/** Whether a plan holds at a quarter of the week, and an hour after. */
function isPlanned(planned: OpeningHours, quarter: number): boolean {
  const quarterOf = (time: string) => Number(time.slice(0, 2)) * 4 + Number(time.slice(3)) / 15
  const [today, at] = [Math.floor(quarter / 96), quarter % 96]
  return planned.some(({ day, opens, closes }) => day === today && quarterOf(opens) <= at && at + 4 <= quarterOf(closes))
}

/** The riders of every branch; two of three are on shift. */
export function buildFleet(random: Random, branches: readonly Branch[], nowMs: number): Fleet {
  const rows: Insertable<DB['rider']>[] = []
  const riders = branches.flatMap((branch) =>
    Array.from({ length: branch.riders }, (_, index): Rider => {
      const createdMs = nowMs - random.whole(70, 380) * 86_400_000
      const home = branch.areas[index % branch.areas.length] as Area
      const areas = [
        home,
        ...random.some(
          branch.areas.filter((area) => area !== home),
          2,
        ),
      ]
      const onShift = index % 3 !== 2
      const rider: Rider = {
        id: random.id(createdMs),
        name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
        branch,
        areas,
        onShift,
        planned: planOf(index),
      }
      rows.push(riderRow(random, rider, { number: 101 + rows.length, createdMs, nowMs, home }))
      return rider
    }),
  )
  const drawAmong = (area: Area, some: readonly Rider[]) =>
    weighted(some, ({ areas: [home], onShift }) => (home === area ? 3 : 1) * (onShift ? 3 : 1))
  const inArea = (area: Area) => riders.filter((rider) => rider.areas.includes(area))
  const drawIn = new Map(branches.flatMap(({ areas }) => areas.map((area) => [area, drawAmong(area, inArea(area))])))
  const known = new Map<Area, Map<number, (random: Random) => Rider>>()
  const drawAt = (area: Area, quarter: number) => {
    const of = known.get(area) ?? new Map<number, (random: Random) => Rider>()
    known.set(area, of)
    const found = of.get(quarter)
    if (found) return found
    const working = inArea(area).filter(({ planned }) => isPlanned(planned, quarter))
    const draw = working.length > 0 ? drawAmong(area, working) : drawIn.get(area)
    if (draw) of.set(quarter, draw)
    return draw
  }
  return { riders, rows: { rider: rows }, drawIn, drawAt }
}

// Enough for a day of the simulator's cash orders.
const cashLimitMinor = 2_000_000

interface Enlisted {
  number: number
  createdMs: number
  nowMs: number
  home: Area
}

function riderRow(random: Random, rider: Rider, { number, createdMs, nowMs, home }: Enlisted): Insertable<DB['rider']> {
  const point = placeNear(random, home, random.pick(home.locations).point, 0.004)
  const vehicle = random.pick(['scooter', 'scooter', 'motorbike', 'motorbike', 'motorbike', 'bicycle'])
  const created = instantOf(createdMs)
  return {
    id: rider.id,
    number: `RD-${number}`,
    branch_id: rider.branch.id,
    area_ids: rider.areas.map(({ id }) => id),
    name: rider.name,
    phone: `+9170${random.whole(10, 99)}${String(number).padStart(6, '0')}`,
    vehicle,
    plate: vehicle === 'bicycle' ? null : `KL-${random.pick(['07', '39', '41', '43'])}-${random.code(1)}-${random.whole(1000, 9999)}`,
    shift_state: rider.onShift ? 'available' : random.chance(0.2) ? 'break' : 'off',
    lat: point.lat,
    lng: point.lng,
    positioned_at: instantOf(nowMs - random.whole(5, rider.onShift ? 50 : 18_000) * 1000),
    planned_hours: JSON.stringify(rider.planned),
    cash_limit_minor: cashLimitMinor,
    currency,
    created_at: created,
    updated_at: created,
  }
}
