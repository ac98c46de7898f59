import { distanceKm, instantOf, type OrderStatus, type PaymentState } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { travelMinutesBetween } from '#modules/order/order.promise.ts'
import { type Basket, drawBasket } from './basket.ts'
import type { Placing } from './calendar.ts'
import { type Course, drawCourse, type Standing, standAt } from './course.ts'
import type { Customer } from './customers.ts'
import { drawDetails } from './details.ts'
import { orderNotes } from './kochi/words-of-customers.ts'
import type { Random } from './random.ts'
import { drawReview } from './reviews.ts'
import type { Rider } from './riders.ts'
import type { Store } from './stores.ts'
import { currency } from './territory.ts'

/** Rows of the order family, as they pile up for the next COPY. */
export interface OrderRows {
  orders: Insertable<DB['orders']>[]
  order_line: Insertable<DB['order_line']>[]
  review: Insertable<DB['review']>[]
  refund: Insertable<DB['refund']>[]
}

export interface DrawnOrder {
  placing: Placing
  store: Store
  customer: Customer
  rider: Rider
  slot: Course['slot']
  /** Moves the whole course so that the order stands at this status now. */
  status?: OrderStatus
}

export interface History {
  nowMs: number
  channelId: string
  /** Cash that was collected before has been handed in. */
  depositedBeforeMs: number
  nextNumber(branchCode: string): string
}

/** Draws everything about one order and adds its rows. */
export function addOrder(random: Random, rows: OrderRows, drawn: DrawnOrder, history: History): void {
  const { store, customer } = drawn
  const address = random.pick(customer.addresses)
  const isDelivery = store.vertical === 'fish' || store.vertical === 'fruits' || drawn.status === 'picked_up' || !random.chance(0.08)
  const travelMinutes = isDelivery ? travelMinutesBetween(store.point, address.home.point) : null
  const facts = { placed: drawn.placing.ms, slot: drawn.slot, attended: store.attended, prepMinutes: store.prepMinutes, travelMinutes }
  const course = drawn.status ? courseStandingAt(random, drawn.status, facts, history.nowMs) : drawCourse(random, facts)
  const stand = standAt(course, history.nowMs)
  const method = drawMethod(random)
  const km = isDelivery ? distanceKm(store.point, address.home.point) : null
  const basket = drawBasket(random, store, { km, packs: stand.ready !== null, exactWeights: method === 'online', tips: isDelivery })
  const id = random.id(course.placed)
  rows.orders.push(orderRow(random, { ...drawn, id, course, stand, basket, method, address: isDelivery ? address.text : null }, history))
  addLines(random, rows, id, store, basket)
  addRefund(random, rows, { id, stand, method, totalMinor: basket.totals.total.minor }, history)
  addReview(random, rows, { ...drawn, id, course, stand, isDelivery }, history)
}

type Drawn = DrawnOrder & { id: string; course: Course; stand: Standing }

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

type Method = 'online' | 'cash' | 'card'

function drawMethod(random: Random): Method {
  const drawn = random.next()
  return drawn < 0.6 ? 'online' : drawn < 0.92 ? 'cash' : 'card'
}

function orderRow(
  random: Random,
  order: Drawn & { basket: Basket; method: Method; address: string | null },
  history: History,
): Insertable<DB['orders']> {
  const { id, store, customer, course, stand, basket, method, placing } = order
  const { totals, lines } = basket
  const number = history.nextNumber(store.area.branch.code)
  const isDelivery = order.address !== null
  const isCarried = isDelivery && stand.assigned !== null && (stand.end === null || stand.end.status === 'failed')
  const stamps = [
    stand.pending,
    stand.accepted,
    stand.preparing,
    stand.ready,
    isCarried ? stand.assigned : null,
    stand.picked,
    stand.delivered,
    stand.end?.at ?? null,
  ]
  const updated = Math.max(course.placed, ...stamps.map((at) => at ?? 0))
  return {
    id,
    number,
    external_id: `app-${number.toLowerCase()}`,
    branch_id: store.area.branch.id,
    area_id: store.area.id,
    store_id: store.id,
    vertical: store.vertical,
    customer_id: customer.id,
    rider_id: isCarried ? order.rider.id : null,
    channel_id: history.channelId,
    status: stand.status,
    payment_state: paymentOf(method, stand, history),
    delivery_state: legOf(stand, isCarried),
    order_type: isDelivery ? 'delivery' : 'pickup',
    timing: course.slot ? 'slot' : 'asap',
    slot_from: iso(course.slot?.from),
    slot_to: iso(course.slot?.to),
    business_day: placing.day,
    placed_at: instantOf(course.placed),
    pending_at: iso(stand.pending),
    accepted_at: iso(stand.accepted),
    preparing_at: iso(stand.preparing),
    ready_at: iso(stand.ready),
    picked_up_at: isDelivery ? iso(stand.picked) : null,
    delivered_at: iso(stand.delivered),
    ended_at: iso(stand.end?.at),
    promised_at: stand.accepted === null ? null : iso(course.promised),
    prep_minutes: stand.accepted === null ? null : course.prepMinutes,
    delays: stand.ready === null ? 0 : course.delays,
    customer_name: customer.name,
    customer_phone: customer.phone,
    address: order.address,
    note: random.chance(0.14) ? random.pick(orderNotes) : null,
    currency,
    items_minor: totals.items.minor,
    packing_minor: totals.packing.minor,
    delivery_minor: totals.delivery.minor,
    discount_minor: 0,
    tax_minor: totals.tax.minor,
    tip_minor: totals.tip.minor,
    rounding_minor: totals.rounding.minor,
    total_minor: totals.total.minor,
    taxes: JSON.stringify(totals.taxes),
    discounts: '[]',
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    item_summary: summaryOf(basket),
    payment_method: method,
    payment_reference: method === 'online' ? `pay_${random.code(14)}` : null,
    end_reason: stand.end?.reason ?? null,
    end_party: stand.end?.party ?? null,
    details: JSON.stringify(drawDetails(random, store)),
    version: 1 + stamps.filter((at) => at !== null).length,
    updated_at: instantOf(updated),
  }
}

function summaryOf({ lines }: Basket): string {
  return lines
    .map(({ item, quantity, orderedGrams }) => (orderedGrams === null ? `${quantity} × ${item.name}` : `${orderedGrams} g ${item.name}`))
    .join(', ')
    .slice(0, 200)
}

function paymentOf(method: Method, { status, delivered, end }: Standing, { depositedBeforeMs }: History): PaymentState {
  if (end) return method === 'online' ? 'refunded' : 'voided'
  if (method === 'online') return 'captured'
  if (status !== 'delivered') return 'due'
  return (delivered ?? 0) < depositedBeforeMs ? 'deposited' : 'collected'
}

function legOf({ status, picked }: Standing, isCarried: boolean): string {
  if (!isCarried) return 'unassigned'
  if (status === 'delivered') return 'done'
  if (status === 'failed') return 'failed'
  return picked === null ? 'assigned' : 'picked'
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

interface Ended {
  id: string
  stand: Standing
  method: Method
  totalMinor: number
}

function addRefund(random: Random, rows: OrderRows, { id, stand, method, totalMinor }: Ended, { nowMs }: History): void {
  if (stand.end === null || method !== 'online') return
  const { at, reason, party } = stand.end
  const ended = instantOf(at)
  rows.refund.push({
    id: random.id(at),
    order_id: id,
    amount_minor: totalMinor,
    currency,
    method: 'source',
    state: at < nowMs - 86_400_000 ? 'done' : 'approved',
    reason,
    liable_party: party === 'customer' ? 'platform' : party,
    created_at: ended,
    updated_at: ended,
  })
}

function addReview(random: Random, rows: OrderRows, order: Drawn & { isDelivery: boolean }, { nowMs }: History): void {
  const { id, store, customer, rider, course, stand, isDelivery } = order
  if (stand.delivered === null) return
  const review = drawReview(
    random,
    {
      orderId: id,
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

function iso(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : instantOf(ms)
}
