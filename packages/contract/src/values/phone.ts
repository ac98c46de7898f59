import * as z from 'zod/mini'

/** Calling codes are one, two or three digits; no code begins another. */
const callingCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/

/**
 * A telephone number as people write it, with or without a calling code, grouped as they like. Whether there is such a number, and its
 * E.164, the server finds out, which knows the numbering plans and the country of the installation.
 */
export const Phone = z.string('must be a phone number').check(
  z.maxLength(40, { error: 'is not a phone number', abort: true }),
  z.refine((text: string) => /^\+?\d{4,20}$/.test(text.normalize('NFKC').replace(/[\s()./\p{Pd}\p{Cf}]/gu, '')), 'is not a phone number'),
)
export type Phone = z.infer<typeof Phone>

/** The digits of a country's calling code, without `+`. */
export const CallingCode = z
  .string('must be a calling code such as 91')
  .check(z.regex(/^[1-9]\d{0,2}$/, 'must be a calling code such as 91'))

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

/** The link that calls a number (RFC 3966), given in E.164; null for a masked one and for any other text. */
export function phoneLink(phone: string): string | null {
  return /^\+\d+$/.test(phone) ? `tel:${phone}` : null
}

/** The digits to look for when somebody searches by phone; leading zeros, which E.164 never has, are dropped. Empty without digits. */
export function phoneDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').replace(/^0+/, '')
}

/** As many digits as a number has that somebody reads out; what a mask tells is fewer. Whoever sees numbers masked finds by no fewer. */
export const digitsOfWhole = 10

/** As few digits of a number are looked for. */
const fewestDigits = 3

const phoneLike = /^[\d\s+().-]+$/

/** Whether a text that is searched may be a phone number, or a part of one. */
export function isPhoneLike(typed: string): boolean {
  return phoneLike.test(typed) && phoneDigits(typed).length >= fewestDigits
}
