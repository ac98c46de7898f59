import { type Money, money, type Vertical, zeroMoney } from '@larder/contract'
import { deliveryFee, lineAmount, lineTax, type Totals, totalsOf } from '#modules/order/place/pricing.ts'
import type { Store } from '#seed/store-row.ts'
import type { MenuItem } from './menus.ts'
import type { Random } from './random.ts'
import { currency, taxRules } from './territory.ts'

export interface BasketLine {
  item: MenuItem
  quantity: number
  orderedGrams: number | null
  packedGrams: number | null
  amount: Money
  tax: Money
}

export interface Basket {
  lines: BasketLine[]
  totals: Totals
}

const zero = zeroMoney(currency)
const linesOf: Record<Vertical, readonly number[]> = {
  restaurant: [1, 2, 2, 3, 3, 4, 5],
  grocery: [3, 4, 5, 6, 8, 10],
  fruits: [2, 3, 4, 5, 6],
  fish: [1, 1, 2, 2, 3],
  cakes: [1, 1, 1, 2],
}
// Below this price people take several.
const smallMinor = 4000

/** What somebody takes from a store's menu, at least its minimum, priced as the product prices orders. `packs`: weights as packed are known. */
export function drawBasket(
  random: Random,
  store: Store,
  facts: { km: number | null; packs: boolean; exactWeights: boolean; tips: boolean },
): Basket {
  const wanted = Math.max(store.minOrderMinor, store.area.minBasketMinor)
  const lines = random.some(store.items, random.pick(linesOf[store.vertical])).map((item) => drawLine(random, item, facts))
  let items = lines.reduce((sum, { amount }) => sum + amount.minor, 0)
  for (const [index, line] of lines.entries()) {
    if (items >= wanted) break
    const more = Math.ceil((wanted - items) / (line.amount.minor || 1))
    const fuller = refill(line, more)
    items += fuller.amount.minor - line.amount.minor
    lines[index] = fuller
  }
  return { lines, totals: totalsOfBasket(random, store, lines, facts) }
}

function drawLine(random: Random, item: MenuItem, { packs, exactWeights }: { packs: boolean; exactWeights: boolean }): BasketLine {
  if (item.unit === 'pc') {
    const quantity = item.priceMinor < smallMinor ? random.whole(1, 5) : random.chance(0.82) ? 1 : 2
    return priced({ item, quantity, orderedGrams: null, packedGrams: null })
  }
  const orderedGrams = random.pick([250, 500, 500, 500, 1000, 1000, 1000, 1500, 2000])
  const packedGrams = exactWeights ? orderedGrams : Math.round((orderedGrams * random.between(0.96, 1.05)) / 5) * 5
  return priced({ item, quantity: 1, orderedGrams, packedGrams: packs ? packedGrams : null })
}

function refill({ item, quantity, orderedGrams, packedGrams }: BasketLine, times: number): BasketLine {
  const more = times + 1
  if (orderedGrams === null) return priced({ item, quantity: quantity * more, orderedGrams, packedGrams })
  return priced({ item, quantity, orderedGrams: orderedGrams * more, packedGrams: packedGrams === null ? null : packedGrams * more })
}

function priced(line: Omit<BasketLine, 'amount' | 'tax'>): BasketLine {
  const { item, quantity } = line
  const amount = lineAmount(money(item.priceMinor, currency), item.unit, quantity, line.packedGrams ?? line.orderedGrams)
  return { ...line, amount, tax: lineTax(amount, zero, item.taxPpm, taxRules) }
}

function totalsOfBasket(
  random: Random,
  { area, packingMinor }: Store,
  lines: BasketLine[],
  { km, tips }: { km: number | null; tips: boolean },
): Totals {
  const delivery = km === null ? zero : (deliveryFee(area.feeTiers, area.surgePpm, km) ?? zero)
  const tip = tips && random.chance(0.12) ? money(random.pick([1000, 2000, 2000, 3000, 5000]), currency) : zero
  const charges = { packing: money(packingMinor, currency), delivery, discount: zero, tip }
  return totalsOf(
    lines.map(({ amount, tax, item }) => ({ amount, discount: zero, tax, taxPpm: item.taxPpm })),
    charges,
    taxRules,
  )
}
