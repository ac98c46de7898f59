import type { OrderDetails } from '@larder/contract'
import type { Store } from '#seed/store-row.ts'
import { cakeFlavours, cakeMessages } from './kochi/shop-products.ts'
import type { Random } from './random.ts'

/** What only orders of the store's vertical carry. */
export function drawDetails(random: Random, { vertical }: Store): OrderDetails {
  switch (vertical) {
    case 'restaurant':
      return { vertical, cutlery: random.chance(0.3) }
    case 'grocery':
      return { vertical, substitution: random.pick(['ask', 'best-match', 'refund']), crates: random.whole(0, 2) }
    case 'fruits':
      return { vertical, ripeness: random.pick(['any', 'any', 'ready', 'firm']), crates: random.whole(0, 1) }
    case 'fish':
      return { vertical, cleaning: random.pick(['whole', 'cleaned', 'curry-cut', 'fillet']), iced: random.chance(0.7) }
    case 'cakes':
      return {
        vertical,
        message: random.pick(cakeMessages),
        flavour: random.pick(cakeFlavours),
        weightGrams: random.pick([500, 1000, 1000, 1500, 2000]),
        eggless: random.chance(0.3),
      }
  }
}
