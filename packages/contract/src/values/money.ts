import * as z from 'zod/mini'
import { Currency, currencyDecimals, isCurrency } from './currency.ts'

/** The most that an amount may be, either way, in minor units: what an order's parts may be computed to. */
export const maxMinor = 1_000_000_000_000_000
/** The most that people may enter as one price, fee, deposit or tip, in minor units. */
export const maxPriceMinor = 10_000_000_000
/** The most that one order may come to, in minor units. */
export const maxOrderMinor = 1_000_000_000_000
/** Where a sum of many amounts stops, either way, in minor units: the largest whole number that JSON tells exactly. */
export const maxSumMinor = Number.MAX_SAFE_INTEGER

function moneyFrom(min: number, max: number) {
  const minor = z.int('must be a whole number of minor units').check(
    z.minimum(min, min === 0 ? 'must not be negative' : 'is too small an amount'),
    z.maximum(max, 'is too large an amount'),
    // JSON can carry -0; adding zero makes it 0.
    z.overwrite((value) => value + 0),
  )
  return z.strictObject({ minor, currency: Currency }, { error: ({ input }) => wordsOf(input) })
}

// What was typed and is no amount is sent as it stands: of one with parts of a paisa or cent, that says what is wrong.
function wordsOf(input: unknown): string {
  if (input === undefined) return 'is required'
  if (typeof input === 'number') return 'must be an amount: {"minor":125050,"currency":"INR"}'
  return typeof input === 'string' && /^[\d,\s]*\.\d+$/.test(input) ? 'has too many decimals' : 'must be an amount'
}

/** An amount in minor units (paise, cents) of its currency, either way; never a fraction. What people enter has a bound of its own: `amount`. */
export const Money = moneyFrom(-maxMinor, maxMinor)
export type Money = z.infer<typeof Money>

/** An amount that somebody enters: from `min`, which is zero where it is not said, to `max` minor units. */
export function amount({ min = 0, max }: { min?: number; max: number }) {
  return moneyFrom(min, max)
}

/** What many amounts come to, such as a day's orders: beyond the bound of an amount, up to the safe integers. */
export const MoneySum = moneyFrom(-maxSumMinor, maxSumMinor)

/** What is wrong: an amount out of `range`, an unknown or a second `currency`, `weights` that cannot share, a `fraction`. */
export class MoneyError extends Error {
  readonly code: 'range' | 'currency' | 'weights' | 'fraction'
  constructor(code: MoneyError['code'], message: string) {
    super(message)
    this.name = 'MoneyError'
    this.code = code
  }
}

/** A whole number as a bigint; throws `MoneyError` for a fraction. */
export function wholeNumber(value: number, code: MoneyError['code'] = 'fraction'): bigint {
  if (!Number.isSafeInteger(value)) throw new MoneyError(code, `${value} is not a whole number`)
  return BigInt(value)
}

/** An amount; throws `MoneyError` for fractions, beyond the bound and for an unknown currency. */
export function money(minor: number | bigint, currency: Currency): Money {
  const exact = typeof minor === 'bigint' ? minor : wholeNumber(minor)
  if (exact > BigInt(maxMinor) || exact < BigInt(-maxMinor)) throw new MoneyError('range', `${exact} is beyond the bound of an amount`)
  if (!isCurrency(currency)) throw new MoneyError('currency', `"${currency}" is not a currency`)
  return { minor: Number(exact), currency }
}

/** A sum of amounts to be told. Never throws: beyond `maxSumMinor` it stays there, and what is finer than a minor unit is cut. */
export function moneySum(minor: number | bigint, currency: Currency): Money {
  const cut = Math.trunc(Number(minor)) || 0
  return { minor: Math.max(-maxSumMinor, Math.min(maxSumMinor, cut)), currency }
}

/** The minor units as a bigint; throws `MoneyError` when the amount is of another currency. */
export function exactMinor(amount: Money, currency: Currency): bigint {
  if (amount.currency !== currency) throw new MoneyError('currency', `${amount.currency} and ${currency} cannot be combined`)
  return wholeNumber(amount.minor)
}

export function zeroMoney(currency: Currency): Money {
  return money(0, currency)
}

/** The sum; throws `MoneyError` across currencies. */
export function addMoney(first: Money, ...rest: readonly Money[]): Money {
  const sum = rest.reduce((total, next) => total + exactMinor(next, first.currency), exactMinor(first, first.currency))
  return money(sum, first.currency)
}

/** The difference; throws `MoneyError` across currencies. */
export function subtractMoney(a: Money, b: Money): Money {
  return addMoney(a, negateMoney(b))
}

export function negateMoney(amount: Money): Money {
  return money(-exactMinor(amount, amount.currency), amount.currency)
}

/** An amount times a whole number. */
export function multiplyMoney(amount: Money, times: number): Money {
  return money(exactMinor(amount, amount.currency) * wholeNumber(times), amount.currency)
}

/** A share in parts per million (5 % = 50,000), to the nearest minor unit, halves away from zero; in equal `parts`, each rounded by itself. */
export function percentOf(amount: Money, ppm: number, parts = 1): Money {
  return inParts(amount, exactMinor(amount, amount.currency) * wholeNumber(ppm), 1_000_000n, parts)
}

/** The share in parts per million that an amount already contains on top of the rest (5 % of 105 is 5); rounded as `percentOf` is. */
export function percentWithin(amount: Money, ppm: number, parts = 1): Money {
  const share = wholeNumber(ppm)
  return inParts(amount, exactMinor(amount, amount.currency) * share, 1_000_000n + share, parts)
}

function inParts({ currency }: Money, dividend: bigint, divisor: bigint, parts: number): Money {
  const many = wholeNumber(parts)
  return money(divideHalfUp(dividend, divisor * many) * many, currency)
}

/** A quotient to the nearest whole number, halves away from zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const above = dividend < 0n ? -dividend : dividend
  const below = divisor < 0n ? -divisor : divisor
  const nearest = (2n * above + below) / (2n * below)
  return negative ? -nearest : nearest
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; throws `MoneyError` across currencies. */
export function compareMoney(a: Money, b: Money): number {
  return subtractMoney(a, b).minor
}

export function isZeroMoney(amount: Money): boolean {
  return amount.minor === 0
}

/** An amount as a plain decimal, for edit fields and files: `1250.00`, `-0.05`, `300`. */
export function moneyDecimal(amount: Money): `${number}` {
  const decimals = currencyDecimals(amount.currency)
  const sign = amount.minor < 0 ? '-' : ''
  const digits = String(Math.abs(amount.minor)).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return (decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`) as `${number}`
}
