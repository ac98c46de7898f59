import { instantOf, localDateAt, type OrderStatus, type PaymentState } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { summaryOf } from '#modules/order/place/draft.ts'
import { amountColumnsOf } from '#modules/order/place/pricing.ts'
import { longestNotice } from '#modules/order/place/promise.ts'
import { taxColumnsOf } from '#modules/order/place/tax.ts'
import type { Store } from '#seed/store-row.ts'
import type { Basket } from './basket.ts'
import type { Placing } from './calendar.ts'
import type { Course, Standing } from './course.ts'
import type { Customer } from './customers.ts'
import { drawDetails } from './details.ts'
import { orderNotes } from './kochi/words-of-customers.ts'
import type { Random } from './random.ts'
import type { Rider } from './riders.ts'
import { currency, taxRules, zone } from './territory.ts'

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

/** An order whose course is known. */
export type Drawn = DrawnOrder & { id: string; course: Course; stand: Standing }

export type Method = 'online' | 'cash' | 'card'

export function drawMethod(random: Random): Method {
  const drawn = random.next()
  return drawn < 0.6 ? 'online' : drawn < 0.92 ? 'cash' : 'card'
}

export function orderRow(
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
    lead_hours: longestNotice(
      store.vertical,
      lines.map(({ item }) => ({ lead_hours: item.leadHours })),
    ),
    business_day: order.status ? localDateAt(instantOf(course.placed), zone) : placing.day,
    placed_at: instantOf(course.placed),
    pending_at: iso(stand.pending),
    accepted_at: iso(stand.accepted),
    preparing_at: iso(stand.preparing),
    ready_at: iso(stand.ready),
    picked_up_at: isDelivery ? iso(stand.picked) : null,
    delivered_at: iso(stand.delivered),
    ended_at: iso(stand.end?.at),
    promised_at: iso(stand.accepted === null ? course.slot?.to : course.promised),
    prep_minutes: stand.accepted === null ? null : course.prepMinutes,
    delays: stand.ready === null ? 0 : course.delays,
    customer_name: customer.name,
    customer_phone: customer.phone,
    address: order.address,
    note: random.chance(0.14) ? random.pick(orderNotes) : null,
    currency,
    ...taxColumnsOf(taxRules),
    ...amountColumnsOf(totals),
    taxes: JSON.stringify(totals.taxes),
    discounts: '[]',
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    item_summary: summaryOf(lines.map(({ item, quantity, orderedGrams: grams }) => ({ item, wanted: { quantity }, grams }))),
    payment_method: method,
    payment_reference: method === 'online' ? `pay_${random.code(14)}` : null,
    end_reason: stand.end?.reason ?? null,
    end_party: stand.end?.party ?? null,
    details: JSON.stringify(drawDetails(random, store)),
    version: 1 + movesOf(order, isDelivery, stamps),
    updated_at: instantOf(updated),
  }
}

/** How often it was changed after it came in, as its timeline tells it. */
function movesOf({ course, stand }: Drawn, isDelivery: boolean, stamps: readonly (number | null)[]): number {
  const stamped = stamps.filter((at) => at !== null).length
  const delayed = stand.ready === null ? 0 : course.delays
  // What comes in at once is pending from the start; a rider tells of each arrival, a customer at the counter of one thing only.
  const fromStart = course.slot ? 0 : 1
  const arrivals = Number(stand.picked !== null) + Number(stand.delivered !== null)
  const counter = stand.picked === null ? 0 : -1
  return stamped + delayed - fromStart + (isDelivery ? arrivals : counter)
}

/** A failed delivery was paid until somebody decides who bears it; that takes a day. */
export function isDecided({ status, at }: NonNullable<Standing['end']>, nowMs: number): boolean {
  return status !== 'failed' || at < nowMs - 86_400_000
}

function paymentOf(method: Method, { status, delivered, end }: Standing, { depositedBeforeMs, nowMs }: History): PaymentState {
  if (end) return method !== 'online' ? 'voided' : isDecided(end, nowMs) ? 'refunded' : 'captured'
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

function iso(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : instantOf(ms)
}
