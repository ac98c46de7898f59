import { type Currency, currencyDecimals, currencyMarks, maxPriceMinor } from '@larder/contract'

/** An amount as it stands on paper. */
export interface Written {
  /** Digits with what parts them: `1,250.00`. */
  digits: string
  /** It says itself that it is money: by a sign before it, or `/-` behind. */
  isMoney: boolean
}

// What stands before an amount: signs, or what a reader takes them for that does not know them.
const signs = /^(?:rs\.?|inr|usd|eur|gbp|aed|[.»₹$€£¥xrtfz%<=~#?«&{(*:-]{0,2})$/i
const ends = /^(?:\/-?|\/=|only|[-–—.€$£₹)}:;,'’"|]{0,2})$/i
const digitFor: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  '|': '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
}

/** Reads a word as an amount; null where it is none. */
export function amountOf(word: string): Written | null {
  const [, before = '', number = '', after = ''] = /^(\D*?)(\d[\d.,OoQDlI|SsBZ]*)(.*)$/.exec(word) ?? []
  if (number === '' || !signs.test(before) || !ends.test(after)) return null
  // A sign may be read as a point, but `.50` has its point where it is.
  if (before === '.' && number.length < 3) return null
  const digits = [...number.replace(/[.,]+$/, '')].map((sign) => digitFor[sign] ?? sign).join('')
  if (!/^\d{1,3}(?:[.,]\d{2,3})*(?:[.,]\d{1,3})?$|^\d{1,9}(?:[.,]\d{1,3})?$/.test(digits)) return null
  return { digits, isMoney: before !== '' || after.startsWith('/') }
}

/** Whether a word is what stands beside an amount and is nothing else: a sign of money, `Rs.`, `/-`. */
export function isSign(word: string, currency: Currency): boolean {
  return /^(?:rs\.?|inr|\/-|\/=|only)$/i.test(word) || [...currencyMarks(currency), '₹', '$', '€', '£'].includes(word)
}

/** Whole units and what stands behind the point: as many digits as the currency has, or one. */
function partsOf(digits: string, decimals: number): [string, string | null] {
  const [, whole = digits, fraction = ''] = /^(.*)[.,](\d+)$/.exec(digits) ?? []
  const isFraction = fraction !== '' && (fraction.length === decimals || (fraction.length === 1 && decimals > 0))
  return isFraction ? [whole.replace(/\D/g, ''), fraction] : [digits.replace(/\D/g, ''), null]
}

/** Whether an amount has a point, as far as its currency has any. */
export function isPointed({ digits }: Written, currency: Currency): boolean {
  return partsOf(digits, currencyDecimals(currency))[1] !== null
}

/** Minor units of what was written; `pointed`: amounts of its page have decimals, so that one without lost its point. Null beyond what a price can be. */
export function minorOf({ digits }: Written, currency: Currency, pointed: boolean): number | null {
  const decimals = currencyDecimals(currency)
  const [whole, fraction] = partsOf(digits, decimals)
  const hasLostIt = pointed && fraction === null && whole.length > decimals
  const minor = Number(hasLostIt ? whole : whole + (fraction ?? '').padEnd(decimals, '0'))
  return minor <= maxPriceMinor ? minor : null
}
