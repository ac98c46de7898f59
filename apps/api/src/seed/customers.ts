import { type Address, type Customer as CustomerRecord, consentChannelLabels, instantOf, keysOf, type Point } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { searchText } from '#kit/read/search-text.ts'
import { buildings, firstNames, houseNames, instructions, lastNames, streets } from './kochi/people-names.ts'
import { type Random, weighted } from './random.ts'
import { type Area, placeNear } from './territory.ts'

type Flag = CustomerRecord['flags'][number]
type Consent = CustomerRecord['consents'][number]

const dayMs = 86_400_000
const notes: readonly [Flag['flag'], string][] = [
  ['watch', 'Disputed two deliveries in a week'],
  ['watch', 'Says items are missing in most orders'],
  ['no-cash', 'Twice not at home when cash was due'],
  ['no-cash', 'Refused to pay at the door'],
  ['blocked', 'Abusive to a rider'],
]

export interface Customer {
  id: string
  name: string
  phone: string
  area: Area
  addresses: { home: Address; text: string }[]
  /** How often they order, beside others. */
  weight: number
}

export interface Clientele {
  customers: Customer[]
  rows: { customer: Insertable<DB['customer']>[] }
  /** Somebody who orders in this area. */
  drawIn: Map<Area, (random: Random) => Customer>
}

/** People who order, each living in one of the areas. */
export function buildClientele(random: Random, facts: { areas: readonly Area[]; count: number; nowMs: number }): Clientele {
  const drawArea = weighted(facts.areas, ({ demand }) => demand)
  const phones = new Set<string>()
  const rows: Insertable<DB['customer']>[] = []
  const customers = Array.from({ length: facts.count }, (_, index): Customer => {
    // Everyone has to live somewhere, every area needs someone.
    const area = facts.areas[index] ?? drawArea(random)
    const createdMs = facts.nowMs - random.whole(61, 420) * dayMs - random.whole(0, dayMs)
    const id = random.id(createdMs)
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const phone = drawPhone(random, phones)
    const addresses = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => drawAddress(random, area)).map((home) => ({
      home,
      text: JSON.stringify(home),
    }))
    rows.push({
      id,
      name,
      phone,
      email: random.chance(0.6) ? mailOf(name, index) : null,
      search: searchText([name]),
      addresses: `[${addresses.map(({ text }) => text).join(',')}]`,
      flags: JSON.stringify(drawFlags(random, facts.nowMs)),
      consents: JSON.stringify(drawConsents(random, createdMs)),
      created_at: instantOf(createdMs),
      updated_at: instantOf(createdMs),
    })
    return { id, name, phone, area, addresses, weight: 0.15 + 3 * random.next() ** 4 }
  })
  const drawIn = new Map(
    facts.areas.map((area) => [
      area,
      weighted(
        customers.filter((customer) => customer.area === area),
        ({ weight }) => weight,
      ),
    ]),
  )
  return { customers, rows: { customer: rows }, drawIn }
}

function drawPhone(random: Random, taken: Set<string>): string {
  for (;;) {
    const phone = `+91${random.pick(['94', '95', '96', '97', '98', '99', '80', '81', '85', '90'])}${String(random.whole(0, 99_999_999)).padStart(8, '0')}`
    if (taken.has(phone)) continue
    taken.add(phone)
    return phone
  }
}

function drawAddress(random: Random, area: Area): Address {
  const location = random.pick(area.locations)
  const point: Point = placeNear(random, area, location.point, 0.006)
  const isFlat = random.chance(0.5)
  const line1 = isFlat
    ? `Flat ${random.whole(1, 14)}${random.pick(['A', 'B', 'C', 'D'])}, ${random.pick(buildings)}`
    : `${random.pick(houseNames)}, House ${random.whole(1, 240)}`
  const line2 = random.chance(0.8) ? random.pick(streets) : null
  const instruction = random.chance(0.3) ? random.pick(instructions) : null
  return { line1, line2, locality: `${location.name}, ${area.name}`, postalCode: area.postalCode, point, instructions: instruction }
}

function mailOf(name: string, index: number): string {
  return `${name.toLowerCase().replace(' ', '.')}${index}@mail.test`
}

/** What care staff noted of some of them. */
function drawFlags(random: Random, nowMs: number): Flag[] {
  const [flag, reason] = random.pick(notes)
  const at = instantOf(nowMs - random.whole(1, 50) * dayMs)
  const until = flag === 'watch' ? null : instantOf(nowMs + random.whole(5, 60) * dayMs)
  return random.chance(0.012) ? [{ flag, reason, until, at, by: 'Devika Nair' }] : []
}

/** Whether marketing may reach them, as far as they were asked. */
function drawConsents(random: Random, createdMs: number): Consent[] {
  return keysOf(consentChannelLabels).flatMap((channel) =>
    random.chance(0.6)
      ? [
          {
            channel,
            isGiven: random.chance(0.75),
            source: random.pick(['Sign-up in the app', 'Call with customer care']),
            at: instantOf(createdMs),
          },
        ]
      : [],
  )
}
