import * as z from 'zod/mini'

/** Calling codes are one, two or three digits; no code begins another. */
const callingCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/
/** National numbers of the calling codes whose numbering plan we hold people to. */
const plans: Readonly<Record<string, RegExp>> = { 1: /^[2-9]\d{9}$/, 91: /^[1-9]\d{9}$/ }

/**
 * A telephone number as people write it: with a calling code out as E.164, without as bare digits. Those the server completes, which
 * knows the country of the installation.
 */
export const Phone = z.string('must be a phone number').check(
  z.maxLength(40, { error: 'is not a phone number', abort: true }),
  z.refine((text: string) => tidyPhone(text) !== null, { error: 'is not a phone number', abort: true }),
  z.overwrite((text) => tidyPhone(text) ?? text),
)
export type Phone = z.infer<typeof Phone>

/** The digits of a country's calling code, without `+`. */
export const CallingCode = z
  .string()
  .check(z.refine((code) => callingCode.exec(`+${code}0`)?.[1] === code && !code.startsWith('0'), 'must be a calling code such as 91'))

/** E.164 of what a person typed, null when it is no number. Without `+` or `00` it is a number of the default country. */
export function normalisePhone(text: string, defaultCallingCode: string): string | null {
  const compact = compactPhone(text)
  if (compact === null) return null
  return compact.startsWith('+') ? international(compact) : national(compact, defaultCallingCode)
}

function tidyPhone(text: string): string | null {
  const compact = compactPhone(text)
  return compact?.startsWith('+') ? international(compact) : compact
}

function compactPhone(text: string): string | null {
  const compact = text.normalize('NFKC').replace(/\(0\)|[\s().\p{Pd}]/gu, '')
  return /^\+?\d{4,20}$/.test(compact) ? compact.replace(/^00/, '+') : null
}

/** A number in groups: `+91 98470 12345`, `+1 415 555 2671`, `+44 207 946 0958`. */
export function formatPhone(e164: string): string {
  const [, code = '', rest = ''] = callingCode.exec(e164) ?? []
  if (code === '') return e164
  const groups = code === '91' ? [rest.slice(0, 5), rest.slice(5)] : [rest.slice(0, 3), rest.slice(3, -4), rest.slice(-4)]
  return rest.length < 8 ? `+${code} ${rest}` : `+${code} ${groups.filter((group) => group !== '').join(' ')}`
}

/** A number of which only the first two and last three national digits are told: `+91 98••• ••345`; of a short one only the last two. */
export function maskPhone(e164: string): string {
  const [prefix = '', ...groups] = formatPhone(e164).split(' ')
  if (groups.length === 0) return prefix.replace(/\d/g, '•')
  const total = groups.join('').length
  const [head, tail] = total < 8 ? [0, 2] : [2, 3]
  let place = 0
  const hide = (digit: string) => {
    place += 1
    return place <= head || place > total - tail ? digit : '•'
  }
  return `${prefix} ${groups.join(' ').replace(/\d/g, hide)}`
}

/** The digits to look for when somebody searches by phone; leading zeros, which E.164 never has, are dropped. Empty without digits. */
export function phoneDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').replace(/^0+/, '')
}

function international(candidate: string): string | null {
  const [, code = '0', rest = ''] = callingCode.exec(candidate) ?? []
  // Indians often leave their trunk zero behind the code: +91 098470 12345.
  const digits = code === '91' ? rest.replace(/^0(?=\d{10}$)/, '') : rest
  const isPlausible = candidate.length > 7 && code.length + digits.length <= 15
  const fits = plans[code]?.test(digits) ?? isPlausible
  return fits && !code.startsWith('0') ? `+${code}${digits}` : null
}

function national(digits: string, code: string): string | null {
  const hasCode = digits.startsWith(code) && plans[code]?.test(digits.slice(code.length))
  return international(hasCode ? `+${digits}` : `+${code}${digits.replace(/^0/, '')}`)
}
