import { distanceKm, type OrderStatus, verticals } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { travelMinutesBetween } from '#modules/order/place/promise.ts'
import type { Store } from '#seed/store-row.ts'
import { type Basket, drawBasket } from './basket.ts'
import { type Course, drawCourse, standAt } from './course.ts'
import { type Drawn, type DrawnOrder, drawMethod, type History, orderRow } from './order-row.ts'
import type { Random } from './random.ts'
import { addComplaint, addEnded } from './refunds.ts'
import { drawReview } from './reviews.ts'
import { currency } from './territory.ts'

/** Rows of the order family, as they pile up for the next COPY. */
export interface OrderRows {
  orders: Insertable<DB['orders']>[]
  order_line: Insertable<DB['order_line']>[]
  review: Insertable<DB['review']>[]
  refund: Insertable<DB['refund']>[]
}

/** Draws everything about one order and adds its rows. */
export function addOrder(random: Random, rows: OrderRows, drawn: DrawnOrder, history: History): void {
  const { store, customer } = drawn
  const address = random.pick(customer.addresses)
  const isDelivery = store.vertical === 'fish' || store.vertical === 'fruits' || drawn.status === 'picked_up' || !random.chance(0.08)
  const travelMinutes = isDelivery ? travelMinutesBetween(store.point, address.home.point) : null
  const { attended, prepMinutes } = store
  const { leadHours } = verticals[store.vertical]
  const facts = { placed: drawn.placing.ms, slot: drawn.slot, leadHours, attended, prepMinutes, travelMinutes }
  const course = drawn.status ? courseStandingAt(random, drawn.status, facts, history.nowMs) : drawCourse(random, facts)
  const stand = standAt(course, history.nowMs)
  const method = drawMethod(random)
  const km = isDelivery ? distanceKm(store.point, address.home.point) : null
  const basket = drawBasket(random, store, { km, packs: stand.ready !== null, exactWeights: method === 'online', tips: isDelivery })
  const id = random.id(course.placed)
  rows.orders.push(orderRow(random, { ...drawn, id, course, stand, basket, method, address: isDelivery ? address.text : null }, history))
  addLines(random, rows, id, store, basket)
  addEnded(random, rows, { id, stand, method }, basket.totals.total.minor, history.nowMs)
  addComplaint(rows, { id, stand, method }, history.nowMs)
  addReview(random, rows, { ...drawn, id, course, stand, isDelivery }, history)
}

/** A course that is about half through the wanted stage now. */
function courseStandingAt(random: Random, status: OrderStatus, facts: Parameters<typeof drawCourse>[1], nowMs: number): Course {
  const course = { ...drawCourse(random, facts), end: null }
  const bounds: Partial<Record<OrderStatus, readonly [number, number]>> = {
    pending: [course.pending, Math.min(course.accepted, course.pending + 5 * 60_000)],
    accepted: [course.accepted, course.preparing],
    preparing: [course.preparing, course.ready],
    ready: [course.ready, course.picked],
    picked_up: [course.picked, course.delivered],
  }
  const [from, to] = bounds[status] ?? [course.placed, course.pending]
  const shift = nowMs - Math.round(from + (to - from) * random.between(0.15, 0.8))
  const { placed, pending, accepted, preparing, ready, assigned, picked, delivered, promised } = course
  return {
    ...course,
    placed: placed + shift,
    pending: pending + shift,
    accepted: accepted + shift,
    preparing: preparing + shift,
    ready: ready + shift,
    assigned: assigned + shift,
    picked: picked + shift,
    delivered: delivered + shift,
    promised: promised + shift,
  }
}

function addLines(random: Random, rows: OrderRows, orderId: string, store: Store, { lines }: Basket): void {
  for (const [index, { item, quantity, orderedGrams, packedGrams, amount, tax }] of lines.entries()) {
    const options = Object.entries(item.choices).map(([group, choices]) => ({
      group,
      choice: random.pick(choices),
      priceDelta: { minor: 0, currency },
    }))
    rows.order_line.push({
      order_id: orderId,
      line: index + 1,
      item_id: item.id,
      sku: item.sku,
      name: item.name,
      unit: item.unit,
      quantity,
      unit_price_minor: item.priceMinor,
      options: JSON.stringify(options),
      ordered_grams: orderedGrams,
      packed_grams: packedGrams,
      substitution: store.vertical === 'grocery' ? '{"preference":"best-match","replacedBy":null}' : null,
      tax_ppm: item.taxPpm,
      amount_minor: amount.minor,
      tax_minor: tax.minor,
    })
  }
}

function addReview(random: Random, rows: OrderRows, order: Drawn & { isDelivery: boolean }, { nowMs }: History): void {
  const { id, store, customer, rider, course, stand, isDelivery } = order
  if (stand.delivered === null) return
  const review = drawReview(
    random,
    {
      orderId: id,
      orderNumber: rows.orders.at(-1)?.number ?? '',
      customerId: customer.id,
      storeId: store.id,
      branchId: store.area.branch.id,
      riderId: isDelivery ? rider.id : null,
      deliveredMs: stand.delivered,
      isLate: stand.delivered > course.promised,
    },
    nowMs,
  )
  if (review) rows.review.push(review)
}
