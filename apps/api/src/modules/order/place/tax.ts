import type { LocalDate, TaxRegime } from '@larder/contract'
import type { Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { readTaxRates } from '#modules/tax-profile/tax-profile.service.ts'
import type { OrderRecord } from '../read/record.ts'

/** How the tax of an order is reckoned; rates are in parts per million. */
export interface TaxRules {
  regime: TaxRegime
  /** Tax is within prices and fees, which then add up to the total; else it is added to them. */
  pricesIncludeTax: boolean
  deliveryTaxPpm: number
  packingTaxPpm: number
  /** In so many equal parts each tax is levied, each rounded by itself: two under GST, the centre's and the state's. Orders of before have one. */
  parts: number
}

type TaxColumns = Pick<OrderRecord, 'tax_regime' | 'prices_include_tax' | 'delivery_tax_ppm' | 'packing_tax_ppm' | 'tax_parts'>

/** The rules of what is ordered on a day. */
export async function readTaxRules(services: Services, day: LocalDate): Promise<TaxRules> {
  const [regime, prices, delivery, packing] = await Promise.all([
    readSetting(services, 'installation.taxRegime'),
    readSetting(services, 'tax.prices'),
    readSetting(services, 'tax.delivery'),
    readSetting(services, 'tax.packing'),
  ])
  const rateOf = await readTaxRates(services, [delivery, packing], day)
  return {
    regime,
    pricesIncludeTax: prices === 'inclusive',
    deliveryTaxPpm: rateOf(delivery),
    packingTaxPpm: rateOf(packing),
    parts: partsOf(regime),
  }
}

/** In how many equal parts a tax is levied within one state (0092). */
export function partsOf(regime: TaxRegime): number {
  return regime === 'in-gst' ? 2 : 1
}

/** The rules under which an order was priced: whatever the settings have become, they are its own. */
export function taxRulesOf(order: TaxColumns): TaxRules {
  return {
    regime: order.tax_regime,
    pricesIncludeTax: order.prices_include_tax,
    deliveryTaxPpm: order.delivery_tax_ppm,
    packingTaxPpm: order.packing_tax_ppm,
    parts: order.tax_parts,
  }
}

/** The rules as an order keeps them. */
export function taxColumnsOf({ regime, pricesIncludeTax, deliveryTaxPpm, packingTaxPpm, parts }: TaxRules): TaxColumns {
  return {
    tax_regime: regime,
    prices_include_tax: pricesIncludeTax,
    delivery_tax_ppm: deliveryTaxPpm,
    packing_tax_ppm: packingTaxPpm,
    tax_parts: parts,
  }
}
