import { type LocalDate, type TaxProfile, type TaxRate, taxRateOn } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Random } from './random.ts'

/** What a product of the demo is taxed as. */
export type TaxKey = keyof typeof profiles

const since = (percent: number, from: LocalDate | null = null): TaxRate => ({ from, ratePpm: percent * 10_000 })

/** GST as kitchens and shops charge it; the slab of 12 % ended on 22 September 2025. */
const profiles = {
  food: { name: 'Restaurant food', taxed: 'food', rates: [since(5)] },
  fresh: { name: 'Fresh and free of tax', taxed: 'fresh', rates: [since(0)] },
  staples: { name: 'Packed staples', taxed: 'goods', rates: [since(5)] },
  snacks: { name: 'Snacks and dairy', taxed: 'goods', rates: [since(12), since(5, '2025-09-22')] },
  household: { name: 'Household and drinks', taxed: 'goods', rates: [since(18)] },
  bakery: { name: 'Cakes and pastry', taxed: 'goods', rates: [since(18)] },
  delivery: { name: 'Local delivery', taxed: 'delivery', rates: [since(18)] },
} as const satisfies Record<string, { name: string; taxed: TaxProfile['taxed']; rates: readonly TaxRate[] }>

/** By the percent that a list of groceries says. */
export const taxOfPercent: Readonly<Record<string, TaxKey>> = { 0: 'fresh', 5: 'staples', 12: 'snacks', 18: 'household' }

export interface Taxes {
  rows: { tax_profile: Insertable<DB['tax_profile']>[] }
  /** The profile's id and its rate of today. */
  of(key: TaxKey): { id: string; ppm: number }
}

interface Facts {
  foundedMs: number
  founded: string
  today: LocalDate
}

/** The tax profiles of the demo: of one the next rate is decided already, from the first of the month after next on. */
export function buildTaxes(random: Random, { foundedMs, founded, today }: Facts): Taxes {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = 12 * year + month + 1
  const next = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  const rows = Object.entries(profiles).map(([key, { name, taxed, rates }]) => {
    const own = key === 'bakery' ? [...rates, since(5, next)] : rates
    const row = { id: random.id(foundedMs), name, taxed, rates: JSON.stringify(own), created_at: founded, updated_at: founded }
    return { key, row, ppm: taxRateOn(own, today) }
  })
  return {
    rows: { tax_profile: rows.map(({ row }) => row) },
    of(key) {
      const found = rows.find((each) => each.key === key)
      if (!found) throw new Error(`the demo has no tax profile ${key}`)
      return { id: found.row.id, ppm: found.ppm }
    },
  }
}
