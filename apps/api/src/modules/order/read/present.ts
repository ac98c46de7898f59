import { addMinutes, type Money, type Order, type OrderCard, type OrderLine, type OrderRow, phoneChannelId } from '@larder/contract'
import { limitOf } from '#kit/authorize.ts'
import { cardAllows, type Judge, orderAllows } from '../act/policy.ts'
import { creditOf, dueAtHandOver, presentRefunding } from '../act/refundable.ts'
import type { DetailedOrder, ShownLine } from './record.ts'
import { type CardRecord, placedAtOf, type RowRecord } from './row.ts'

export function presentRow(order: RowRecord): OrderRow {
  return {
    id: order.id,
    number: order.number,
    vertical: order.vertical,
    status: order.status,
    orderType: order.order_type,
    store: { id: order.store_id, name: order.store_name },
    customerName: order.customer_name,
    itemCount: order.item_count,
    total: { minor: order.total_minor, currency: order.currency },
    paymentMethod: order.payment_method,
    paymentState: order.payment_state,
    riderName: order.rider_name,
    isByPhone: order.channel_id === phoneChannelId,
    claimedBy: order.claimed_by && order.claimed_name ? { id: order.claimed_by, name: order.claimed_name } : null,
    placedAt: placedAtOf(order),
    promisedAt: order.promised_at,
    version: order.version,
  }
}

export function presentCard(order: CardRecord, judge: Judge): OrderCard {
  const { rider_id: riderId, rider_name: riderName } = order
  return {
    ...presentRow(order),
    branchId: order.branch_id,
    itemSummary: order.item_summary,
    note: order.note,
    pendingAt: order.pending_at,
    acceptedAt: order.accepted_at,
    preparingAt: order.preparing_at,
    readyAt: order.ready_at,
    pickedUpAt: order.picked_up_at,
    due: { minor: dueAtHandOver(order), currency: order.currency },
    rejectsAt: order.status === 'pending' && order.pending_at !== null ? addMinutes(order.pending_at, judge.rules.autoRejectMinutes) : null,
    prepMinutes: order.prep_minutes,
    storePrepMinutes: order.store_minutes,
    deliveryState: order.delivery_state,
    areaName: order.area_name,
    rider: riderId && riderName ? { id: riderId, name: riderName } : null,
    slotFrom: order.slot_from,
    slotTo: order.slot_to,
    timeZone: order.branch_time_zone,
    leadHours: order.lead_hours,
    details: order.details,
    allowed: cardAllows(order, judge),
  }
}

/** The whole order, with what this reader may do. */
export function presentOrder(order: DetailedOrder, judge: Judge): Order {
  const inCurrency = (minor: number): Money => ({ minor, currency: order.currency })
  return {
    ...presentCard(order, judge),
    allowed: orderAllows(order, judge),
    externalId: order.external_id,
    branch: { id: order.branch_id, name: order.branch_name },
    area: { id: order.area_id, name: order.area_name },
    businessDay: order.business_day,
    timing: order.timing,
    storePhone: order.store_phone,
    storePoint: { lat: order.store_lat, lng: order.store_lng },
    customer: order.customer,
    customerPhone: order.customer_phone,
    address: order.address,
    riderDetail: order.rider,
    lines: order.lines.map((line) => presentLine(line, inCurrency)),
    pricesIncludeTax: order.prices_include_tax,
    items: inCurrency(order.items_minor),
    packing: inCurrency(order.packing_minor),
    delivery: inCurrency(order.delivery_minor),
    discount: inCurrency(order.discount_minor),
    tax: inCurrency(order.tax_minor),
    tip: inCurrency(order.tip_minor),
    rounding: inCurrency(order.rounding_minor),
    taxes: order.taxes,
    credit: inCurrency(creditOf(order)),
    discounts: order.discounts,
    paymentReference: order.payment_reference,
    gateway: order.payments[0]?.gateway ?? null,
    authorised: order.authorised_minor === null ? null : inCurrency(order.authorised_minor),
    refunds: order.refunds.map(
      ({ amount_minor, tax_minor, items_minor: _, is_checked: __, store_minor, platform_minor, rider_minor, ...refund }) => ({
        ...refund,
        amount: inCurrency(amount_minor),
        tax: inCurrency(tax_minor),
        bears: { store: inCurrency(store_minor), platform: inCurrency(platform_minor), rider: inCurrency(rider_minor) },
      }),
    ),
    refunding: presentRefunding(order, limitOf(judge.actor, 'refund.create', order.currency)),
    endReason: order.end_reason,
    endReasonLabel: order.end_reason_label,
    endParty: order.end_party,
    endNote: order.end_note,
    endedAt: order.ended_at,
    deliveredAt: order.delivered_at,
    delays: order.delays,
    events: order.events,
  }
}

export function presentLine(line: ShownLine, inCurrency: (minor: number) => Money): OrderLine {
  return {
    line: line.line,
    itemId: line.item_id,
    sku: line.sku,
    name: line.name,
    pictureId: line.picture_id as OrderLine['pictureId'],
    vegMark: line.veg_mark,
    unit: line.unit,
    quantity: line.quantity,
    unitPrice: inCurrency(line.unit_price_minor),
    options: line.options,
    orderedGrams: line.ordered_grams,
    packedGrams: line.packed_grams,
    // Of earlier orders nobody said what a line replaces.
    substitution: line.substitution && { preference: line.substitution.preference, replaces: line.substitution.replaces ?? null },
    amount: inCurrency(line.amount_minor),
    discount: inCurrency(line.discount_minor),
    tax: inCurrency(line.tax_minor),
    note: line.note,
  }
}
