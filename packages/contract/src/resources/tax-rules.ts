import type * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'

/** How tax is named and whether a total is rounded: `in-gst` halves it into CGST and SGST and rounds to whole units, `simple` adds it by rate. */
export const taxRegimeLabels = { 'in-gst': 'India GST', simple: 'By rate' } as const
export const TaxRegime = enumOf(taxRegimeLabels)
export type TaxRegime = z.infer<typeof TaxRegime>

/** Whether tax is added to prices and fees, or within them. */
export const taxedPricesLabels = { exclusive: 'Added to prices', inclusive: 'Included in prices' } as const
export const TaxedPrices = enumOf(taxedPricesLabels)
export type TaxedPrices = z.infer<typeof TaxedPrices>
