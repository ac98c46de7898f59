import { type Currency, currencyDecimals } from './currency.ts'
import { currencyMarks } from './format.ts'
import { type Money, maxMinor, money } from './money.ts'

/**
 * Reads what a person typed as an amount: `1,250.5`, `1,25,000`, `₹ 99`, `-5`, `99 INR`. Null when it is no amount, has more decimals than
 * the currency, or is beyond the bound.
 */
export function parseMoney(text: string, currency: Currency): Money | null {
  if (text.length > 60) return null
  const [, sign = '', rest = ''] = /^(-?) ?(.*)$/.exec(plain(text).replace('−', '-')) ?? []
  const match = /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)?(?:\.(\d*))?$/.exec(withoutMark(rest, currency))
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const decimals = currencyDecimals(currency)
  if (whole + fraction === '' || fraction.length > decimals) return null
  const minor = BigInt(sign + whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return minor > BigInt(maxMinor) || minor < BigInt(-maxMinor) ? null : money(minor, currency)
}

function withoutMark(text: string, currency: Currency): string {
  for (const mark of currencyMarks(currency).map(plain)) {
    if (text.startsWith(mark)) return text.slice(mark.length).trim()
    if (text.endsWith(mark)) return text.slice(0, -mark.length).trim()
  }
  return text
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}
