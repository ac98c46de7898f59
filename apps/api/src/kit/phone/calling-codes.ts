import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'

// TypeScript does not know it yet.
interface ZonedLocale extends Intl.Locale {
  getTimeZones(): string[] | undefined
}

const codes: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)))
const codesOfZones = new Map<string, string>()

/** Whether a country has this calling code, digits without `+`. */
export function isCallingCode(code: string): boolean {
  return codes.has(code)
}

/** The calling code of the country that a time zone is of; empty for one of no country, such as `UTC`. */
export function callingCodeAt(timeZone: string): string {
  const known = codesOfZones.get(timeZone)
  if (known !== undefined) return known
  // One zone has several names, such as `Asia/Kolkata` and `Asia/Calcutta`; countries list one.
  const name = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  const country = getCountries().find((code) => (new Intl.Locale(`und-${code}`) as ZonedLocale).getTimeZones()?.includes(name))
  const found = country ? getCountryCallingCode(country) : ''
  codesOfZones.set(timeZone, found)
  return found
}
