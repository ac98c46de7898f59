import { addDays, type LocalDate, type OpeningHours, type SpecialDay, type Vertical } from '@larder/contract'
import { nightHours } from './kochi/night-stores.ts'
import type { Kitchen } from './kochi/restaurant-dishes.ts'
import type { Random } from './random.ts'

/** What a store is before it is anything else. */
export interface Sign {
  name: string
  vertical: Vertical
  kitchen: Kitchen | null
}

/** Days that stores of a kind keep, each `opens-closes`, more than once where they shut in between. */
const ofKitchen: Record<Kitchen, readonly string[]> = {
  kerala: ['10:00-22:30', '07:00-22:00', '11:30-15:30 18:30-23:00'],
  biryani: ['11:00-23:00', '11:30-01:00'],
  arabian: ['12:00-00:30', '11:30-02:00', '16:00-04:00'],
  tiffin: ['06:30-22:30', '07:00-11:30 12:00-22:00'],
  thattukada: ['17:00-02:00', '18:00-05:30', '00:00-00:00'],
  chinese: ['11:30-15:30 18:00-23:00', '12:00-23:30'],
  north: ['11:00-23:30', '12:00-23:00'],
  cafe: ['08:00-22:00', '09:00-23:00', '00:00-00:00'],
  grill: ['11:00-23:30', '12:00-01:00'],
}
const ofVertical: Record<Vertical, readonly string[]> = {
  restaurant: [],
  grocery: ['07:00-22:00', '08:00-21:30', '00:00-00:00'],
  fruits: ['07:00-21:00', '07:30-20:30'],
  fish: ['06:30-19:30', '06:00-13:00 16:00-20:00'],
  cakes: ['09:00-22:00', '10:00-00:00', '00:00-00:00'],
}

/** The week of a store; some close on one weekday, those that keep the night on none. */
export function drawHours(random: Random, { name, vertical, kitchen }: Sign): OpeningHours {
  const atNight = nightHours[name]
  if (atNight) return weekOf([atNight], -1)
  const windows = random.pick(kitchen ? ofKitchen[kitchen] : ofVertical[vertical]).split(' ')
  const closedOn = random.chance(0.15) ? random.whole(1, 4) : -1
  return weekOf(windows, closedOn)
}

function weekOf(windows: readonly string[], closedOn: number): OpeningHours {
  return [0, 1, 2, 3, 4, 5, 6]
    .filter((day) => day !== closedOn)
    .flatMap((day) => windows.map((window) => ({ day, opens: window.slice(0, 5), closes: window.slice(6) })))
}

/** Days to come on which a store is closed, or open for a part; one that keeps the night keeps it always. */
export function drawSpecialDays(random: Random, name: string, today: LocalDate): SpecialDay[] {
  if (!random.chance(0.12) || nightHours[name]) return []
  const date = addDays(today, random.whole(2, 40))
  return random.chance(0.5)
    ? [{ date, closed: true, note: random.pick(['Family function', 'Stock taking', 'Temple festival', 'Parish feast']) }]
    : [{ date, closed: false, hours: [{ opens: '10:00', closes: '15:00' }], note: 'Half day' }]
}

/** By quarter of an hour of the week, Sunday 00:00 first, whether the week's hours are open. */
export function openQuarters(hours: OpeningHours): Uint8Array {
  const open = new Uint8Array(7 * 96)
  for (const { day, opens, closes } of hours) {
    const [from, to] = [quarterOf(opens), quarterOf(closes)]
    const length = to > from ? to - from : to + 96 - from
    for (let at = 0; at < length; at++) open[(day * 96 + from + at) % open.length] = 1
  }
  return open
}

function quarterOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 4 + Math.floor(minutes / 15)
}
