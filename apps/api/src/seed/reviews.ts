import { instantOf } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { searchText } from '#kit/read/search-text.ts'
import { reviewTags, reviewTexts } from './kochi/words-of-customers.ts'
import { type Random, weighted } from './random.ts'

const reviewedShare = 0.2
const dayMs = 86_400_000
const starsInTime = weighted([5, 4, 3, 2, 1], (stars) => [0.02, 0.03, 0.08, 0.31, 0.56][stars - 1] ?? 0)
const starsWhenLate = weighted([5, 4, 3, 2, 1], (stars) => [0.16, 0.2, 0.27, 0.22, 0.15][stars - 1] ?? 0)

interface Delivered {
  orderId: string
  orderNumber: string
  customerId: string
  storeId: string
  branchId: string
  riderId: string | null
  deliveredMs: number
  isLate: boolean
}

/** The review of a delivered order, or null: one in five is written, within a day. */
export function drawReview(random: Random, order: Delivered, nowMs: number): Insertable<DB['review']> | null {
  if (!random.chance(reviewedShare)) return null
  const writtenMs = order.deliveredMs + random.whole(10, 1200) * 60_000
  if (writtenMs > nowMs) return null
  const food = (order.isLate ? starsWhenLate : starsInTime)(random)
  const delivery = order.riderId === null ? null : Math.min(5, Math.max(1, food + random.whole(-1, 1) - (order.isLate ? 1 : 0)))
  const isFresh = writtenMs > nowMs - 2 * dayMs
  const written = instantOf(writtenMs)
  const drawn = {
    id: random.id(writtenMs),
    order_id: order.orderId,
    customer_id: order.customerId,
    store_id: order.storeId,
    branch_id: order.branchId,
    rider_id: order.riderId,
    food_stars: food,
    delivery_stars: delivery,
    app_stars: random.chance(0.4) ? random.whole(3, 5) : null,
    tags: random.some(food > 3 ? reviewTags.good : reviewTags.bad, random.whole(0, 2)),
    text: random.chance(0.45) ? random.pick(reviewTexts[food] ?? []) : null,
    state: isFresh && random.chance(0.6) ? 'pending' : food < 3 && random.chance(0.05) ? 'hidden' : 'approved',
    created_at: written,
    updated_at: written,
  }
  return {
    ...drawn,
    search: searchText([order.orderNumber, drawn.text]),
    hidden_because: drawn.state === 'hidden' ? 'It names a person.' : null,
  }
}
