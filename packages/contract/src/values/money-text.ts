import { cached } from './cached.ts'
import { type Currency, currencyDecimals } from './currency.ts'
import { type Money, maxMinor, money } from './money.ts'

const formatterOf = /* @__PURE__ */ cached((currency: Currency) => {
  const decimals = currencyDecimals(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
})

/** An amount for people, with American digits: `₹1,250.00`, `-$0.05`, `¥300`. */
export function formatMoney(amount: Money): string {
  return formatterOf(amount.currency).format(moneyDecimal(amount))
}

/** An amount as a plain decimal, for edit fields and files: `1250.00`, `-0.05`, `300`. */
export function moneyDecimal(amount: Money): `${number}` {
  const decimals = currencyDecimals(amount.currency)
  const sign = amount.minor < 0 ? '-' : ''
  const digits = String(Math.abs(amount.minor)).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return (decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`) as `${number}`
}

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
  const symbol = formatterOf(currency)
    .formatToParts(0)
    .find((part) => part.type === 'currency')
  for (const mark of [plain(symbol?.value ?? currency), currency]) {
    if (text.startsWith(mark)) return text.slice(mark.length).trim()
    if (text.endsWith(mark)) return text.slice(0, -mark.length).trim()
  }
  return text
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}
