import { type Currency, currencyDecimals } from '@larder/contract'

/** Currencies that have no decimals and that Stripe takes with two, which are always nothing. */
const withNoughts: ReadonlySet<Currency> = new Set(['ISK', 'UGX'])
/** Currencies that have two decimals and that Stripe takes in whole units. */
const inWhole: ReadonlySet<Currency> = new Set(['MGA'])
/** Currencies of three decimals that Stripe takes; the last of them is always nothing. */
const byTens: ReadonlySet<Currency> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** An amount of ours in the units in which Stripe is told it; null where it takes no such amount. Pure. */
export function toStripe(minor: number, currency: Currency): number | null {
  if (withNoughts.has(currency)) return minor * 100
  if (inWhole.has(currency)) return minor % 100 === 0 ? minor / 100 : null
  if (currencyDecimals(currency) < 3) return minor
  return byTens.has(currency) && minor % 10 === 0 ? minor : null
}

/** An amount as Stripe tells it in our minor units. Pure. */
export function fromStripe(amount: number, currency: Currency): number {
  if (withNoughts.has(currency)) return Math.round(amount / 100)
  return inWhole.has(currency) ? amount * 100 : amount
}

/** Why Stripe takes no such amount, in words that follow "The gateway"; null where it does. Pure. */
export function whyNotByStripe(minor: number, currency: Currency): string | null {
  if (toStripe(minor, currency) !== null) return null
  if (inWhole.has(currency)) return `takes ${currency} in whole units only`
  return byTens.has(currency) ? `takes ${currency} without the last of its decimals only` : `does not take ${currency}`
}
