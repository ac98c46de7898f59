import * as z from 'zod/mini'

/**
 * ISO 4217's circulating currencies. A list of our own, because each engine's `Intl` knows other codes, and takes some decimals from CLDR
 * (Chrome writes IQD and AFN without any): what a stored integer means must not depend on who reads it.
 */
const codes =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR ' +
  'KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB ' +
  'PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD ' +
  'TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
/** The codes of all of them. */
export const currencies: readonly string[] = /* @__PURE__ */ codes.split(' ')
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'

const shape = /^[A-Z]{3}$/

/** Whether the text is the capital code of a circulating currency. */
export function isCurrency(text: string): boolean {
  return shape.test(text) && codes.includes(text)
}

/** A currency's capital ISO 4217 code. */
export const Currency = z
  .string('must be a currency code')
  .check(
    z.maxLength(3, { error: 'must be a currency code of three capitals', abort: true }),
    z.regex(shape, { error: 'must be a currency code of three capitals', abort: true }),
    z.refine(isCurrency, 'is not a currency in use'),
  )
export type Currency = z.infer<typeof Currency>

/** How many decimals a currency's minor unit stands for: 2 for INR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(currency: Currency): 0 | 2 | 3 {
  if (withoutDecimals.includes(currency)) return 0
  return withThreeDecimals.includes(currency) ? 3 : 2
}
