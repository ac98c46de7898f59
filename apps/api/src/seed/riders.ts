import { instantOf } from '@larder/contract'
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
}

export interface Fleet {
  riders: Rider[]
  rows: { rider: Insertable<DB['rider']>[] }
  /** Somebody who rides in this area. */
  drawIn: Map<Area, (random: Random) => Rider>
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
      }
      rows.push(riderRow(random, rider, { number: 101 + rows.length, createdMs, nowMs, home }))
      return rider
    }),
  )
  const drawIn = new Map(
    branches.flatMap(({ areas }) =>
      areas.map((area) => [
        area,
        weighted(
          riders.filter((rider) => rider.areas.includes(area)),
          ({ areas: [home], onShift }) => (home === area ? 3 : 1) * (onShift ? 3 : 1),
        ),
      ]),
    ),
  )
  return { riders, rows: { rider: rows }, drawIn }
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
    cash_limit_minor: cashLimitMinor,
    currency,
    created_at: created,
    updated_at: created,
  }
}
