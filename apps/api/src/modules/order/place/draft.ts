import { formatWeight, type Instant, localDateAt, type Money, msOf, newId, type OrderStatus, type PaymentState } from '@larder/contract'
import type { LineRecord, OrderRecord } from '../read/record.ts'
import { detailsOf, type OrderInput } from './details.ts'
import { amountColumnsOf } from './pricing.ts'
import { longestNotice, promiseOf, releaseAt } from './promise.ts'
import { type Priced, type Pricing, paidWith, type QuotedLine } from './quote.ts'
import type { SellingStore } from './selling.ts'
import { taxColumnsOf } from './tax.ts'

/** A new order as it will be stored, but for its number and customer. */
export type OrderDraft = Omit<OrderRecord, 'number' | 'customer_id'>

const longestSummary = 140

/** The row of a new order: accepted at once where the store says so, kept back where it is for later or not paid, else waiting for the store. Pure. */
export function draftOrder(input: OrderInput, store: SellingStore, priced: Priced, facts: Pricing & { channelId: string }): OrderDraft {
  const { totals } = priced
  const { now, channelId, tax } = facts
  const { credit, toPay } = paidWith(totals.total, priced.creditMinor)
  const paymentState = firstPaymentState(input.payment, toPay)
  const status = firstStatus({ input, store, priced, now }, paymentState)
  const isWaiting = status === 'scheduled' || status === 'placed'
  const isAccepted = status === 'accepted'
  return {
    id: newId<'order'>(msOf(now)),
    external_id: input.externalId,
    branch_id: store.branch_id,
    area_id: store.area_id,
    store_id: store.id,
    vertical: store.vertical,
    rider_id: null,
    channel_id: channelId,
    status,
    payment_state: paymentState,
    delivery_state: 'unassigned',
    order_type: input.orderType,
    timing: input.slot ? 'slot' : 'asap',
    slot_from: input.slot?.from ?? null,
    slot_to: input.slot?.to ?? null,
    lead_hours: noticeOf(store, priced),
    business_day: localDateAt(now, store.branch_time_zone),
    placed_at: now,
    pending_at: isWaiting ? null : now,
    warned_at: null,
    accepted_at: isAccepted ? now : null,
    preparing_at: null,
    ready_at: null,
    picked_up_at: null,
    delivered_at: null,
    ended_at: null,
    promised_at: isAccepted ? promiseOf({ from: now, ...priced, slotTo: input.slot?.to ?? null }) : (input.slot?.to ?? null),
    prep_minutes: isAccepted ? priced.prepMinutes : null,
    delays: 0,
    customer_name: input.customer.name,
    customer_phone: input.customer.phone,
    address: input.orderType === 'delivery' ? (input.address ?? null) : null,
    note: input.note || null,
    currency: store.currency,
    ...taxColumnsOf(tax),
    ...amountColumnsOf(totals),
    discounts: [],
    item_count: priced.lines.reduce((sum, { wanted, grams }) => sum + (grams === null ? wanted.quantity : 1), 0),
    item_summary: summaryOf(priced.lines),
    payment_method: input.payment.method,
    payment_reference: input.payment.reference ?? null,
    credit_minor: credit.minor,
    due_minor: 0,
    edited_less_minor: 0,
    edited_more_minor: 0,
    remedied_minor: 0,
    authorised_minor: paymentState === 'authorised' ? toPay.minor : null,
    collected_minor: 0,
    end_reason: null,
    end_party: null,
    end_note: null,
    details: detailsOf(input, store),
    claimed_by: null,
    claimed_name: null,
    claimed_at: null,
    version: 1,
    updated_at: now,
  }
}

/** The lines of a new order, as `order_line` holds them. */
export function draftLines(lines: readonly QuotedLine[]): LineRecord[] {
  return lines.map(({ item, wanted, grams, options, amount, discount, tax, taxPpm }, index) => ({
    line: index + 1,
    item_id: item.id,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    quantity: wanted.quantity,
    unit_price_minor: item.price_minor,
    options,
    ordered_grams: grams,
    packed_grams: null,
    substitution: wanted.substitution ? { preference: wanted.substitution, replaces: null } : null,
    tax_ppm: taxPpm,
    amount_minor: amount.minor,
    discount_minor: discount.minor,
    tax_minor: tax.minor,
    note: wanted.note || null,
  }))
}

function noticeOf({ vertical }: SellingStore, { lines }: Priced): number {
  return longestNotice(
    vertical,
    lines.map(({ item }) => item),
  )
}

interface Placed {
  input: OrderInput
  store: SellingStore
  priced: Priced
  now: Instant
}

function firstStatus({ input: { slot }, store, priced, now }: Placed, paymentState: PaymentState): OrderStatus {
  if (paymentState === 'none') return 'placed'
  if (slot && releaseAt(slot.from, { ...priced, leadHours: noticeOf(store, priced) }) > now) return 'scheduled'
  return store.auto_accept ? 'accepted' : 'pending'
}

// What credits pay whole waits for no payment.
function firstPaymentState({ method, state }: OrderInput['payment'], toPay: Money): PaymentState {
  if (method !== 'online') return 'due'
  return toPay.minor === 0 ? 'captured' : (state ?? 'none')
}

/** What was ordered, in a line: `2 × Chicken Biryani, 500 g Okra`. */
export function summaryOf(lines: readonly { item: { name: string }; wanted: { quantity: number }; grams: number | null }[]): string {
  const words = lines
    .map(({ item, wanted, grams }) => `${grams === null ? `${wanted.quantity} ×` : formatWeight(grams)} ${item.name}`)
    .join(', ')
  return words.length <= longestSummary ? words : `${words.slice(0, longestSummary - 1)}…`
}
