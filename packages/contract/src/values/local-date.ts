import * as z from 'zod/mini'
import { type Instant, instantOf, msOf } from './instant.ts'

/** A day of the calendar, wherever: `2026-11-20`. As text, dates sort in time. */
export type LocalDate = string & { readonly __kind?: 'local-date' }
/** A time on the wall, `00:00` to `23:59`. */
export type LocalTime = string & { readonly __kind?: 'local-time' }
/** An IANA name such as `Asia/Kolkata`; never a bare offset. */
export type TimeZone = string & { readonly __kind?: 'time-zone' }

const dateShape = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/
const timeShape = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const zoneShape = /^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/

/** A real day in the years 1900 to 2999. */
export const LocalDate: z.ZodMiniType<LocalDate, string> = z
  .string('must be a date')
  .check(
    z.maxLength(10, { error: 'must be a date like 2026-11-20', abort: true }),
    z.regex(dateShape, { error: 'must be a date like 2026-11-20', abort: true }),
    z.refine(isRealDate, 'is not a date of the calendar'),
  )

export const LocalTime: z.ZodMiniType<LocalTime, string> = z
  .string('must be a time of day')
  .check(z.maxLength(5, { error: 'must be a time of day like 09:30', abort: true }), z.regex(timeShape, 'must be a time of day like 09:30'))

export const TimeZone: z.ZodMiniType<TimeZone, string> = z.string('must be a time zone').check(
  z.maxLength(64, { error: 'is not a time zone', abort: true }),
  z.regex(zoneShape, { error: 'must be a time zone like Asia/Kolkata', abort: true }),
  z.refine(isKnownZone, { error: 'is not a time zone', abort: true }),
  // Engines know zones however they are written; people and exports read them as they are.
  z.overwrite((zone) => knownZonesFolded().get(zone.toLowerCase()) ?? zone),
)

/** The date so many days later, or earlier when negative. Throws `RangeError` outside of the years 0 to 9999. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(instantOf(startMs(date) + days * 86_400_000))
}

/** The day of the week, 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(date: LocalDate): number {
  // 1970 began on a Thursday.
  return (((startMs(date) / 86_400_000 + 4) % 7) + 7) % 7
}

/** The week of a date, Sunday to Saturday; both days belong to it. */
export function weekOf(date: LocalDate): { from: LocalDate; to: LocalDate } {
  const from = addDays(date, -dayOfWeek(date))
  return { from, to: addDays(from, 6) }
}

/** The calendar month of a date, first to last day; both belong to it. */
export function monthOf(date: LocalDate): { from: LocalDate; to: LocalDate } {
  const from = `${date.slice(0, 8)}01`
  const inNextMonth = addDays(from, 31)
  return { from, to: addDays(`${inNextMonth.slice(0, 8)}01`, -1) }
}

/** The zone of the machine that this runs on. */
export function ownTimeZone(): TimeZone {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zones that this engine knows, by one name each: the one that the IANA database gives them today, where the engine still has an older one. */
export function knownTimeZones(): TimeZone[] {
  return Intl.supportedValuesOf('timeZone').map((zone) => renamedZones[zone] ?? zone)
}

let folded: ReadonlyMap<string, TimeZone> | undefined
function knownZonesFolded(): ReadonlyMap<string, TimeZone> {
  folded ??= new Map(knownTimeZones().map((zone) => [zone.toLowerCase(), zone]))
  return folded
}

const renamedZones: Readonly<Record<string, TimeZone>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

function startMs(date: LocalDate): number {
  return msOf(`${date}T00:00:00.000Z`)
}

function dateOf(instant: Instant): LocalDate {
  return instant.slice(0, 10)
}

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && dateOf(instantOf(ms)) === text
}

function isKnownZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}
