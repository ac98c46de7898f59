import { type Id, type Instant, idInstant } from '@larder/contract'
import { sql } from 'kysely'
import { instant, json, number, packing, word } from '#db/packed.ts'
import type { CardOrder, ListedOrder } from './record.ts'

/** What a row shows of an order, and no more. */
export type RowRecord = Pick<ListedOrder, keyof typeof rowColumns>

/** What a card shows besides, and what its acts are judged by. */
export type CardRecord = PackedCard & Pick<CardOrder, keyof typeof underWay>
type PackedCard = Pick<CardOrder, keyof typeof cardColumns>

/** A row's columns of `orders`. Names are looked up for the page's rows alone: a join could make the planner sort. */
export const rowColumns = {
  id: word('orders.id'),
  number: word('orders.number'),
  vertical: word('orders.vertical'),
  status: word('orders.status'),
  order_type: word('orders.order_type'),
  store_id: word('orders.store_id'),
  customer_name: json('orders.customer_name'),
  item_count: number('orders.item_count'),
  total_minor: number('orders.total_minor'),
  currency: word('orders.currency'),
  payment_method: word('orders.payment_method'),
  payment_state: word('orders.payment_state'),
  promised_at: instant('orders.promised_at'),
  version: number('orders.version'),
  store_name: json('(select display_name from store where store.id = orders.store_id)'),
  rider_name: json('(select name from rider where rider.id = orders.rider_id)'),
  channel_id: word('orders.channel_id'),
  claimed_by: word('orders.claimed_by'),
  claimed_name: json('orders.claimed_name'),
} as const

/** Minutes that a store needs at present: usual, busy, by its rules, in rush. */
export const storeMinutes = 'store_prep_minutes(store, now())'

/** A card's columns of `orders`; `weighed` has the counts of its weighed lines. */
export const cardColumns = {
  ...rowColumns,
  branch_id: word('orders.branch_id'),
  area_name: json('(select name from area where area.id = orders.area_id)'),
  item_summary: json('orders.item_summary'),
  note: json('orders.note'),
  timing: word('orders.timing'),
  slot_from: instant('orders.slot_from'),
  slot_to: instant('orders.slot_to'),
  branch_time_zone: word('(select time_zone from branch where branch.id = orders.branch_id)'),
  pending_at: instant('orders.pending_at'),
  accepted_at: instant('orders.accepted_at'),
  preparing_at: instant('orders.preparing_at'),
  ready_at: instant('orders.ready_at'),
  picked_up_at: instant('orders.picked_up_at'),
  ended_at: instant('orders.ended_at'),
  prep_minutes: number('orders.prep_minutes'),
  store_minutes: number(`(select ${storeMinutes} from store where store.id = orders.store_id)`),
  delays: number('orders.delays'),
  lead_hours: number('orders.lead_hours'),
  details: json('orders.details'),
  delivery_state: word('orders.delivery_state'),
  rider_id: word('orders.rider_id'),
  credit_minor: number('orders.credit_minor'),
  due_minor: number('orders.due_minor'),
  claimed_at: instant('orders.claimed_at'),
  weighed_lines: number('weighed.lines'),
  unpacked_lines: number('weighed.unpacked'),
} as const

export const orderRow = packing<RowRecord>(rowColumns)
export const orderCard = packing<PackedCard>(cardColumns)
/** Counts the weighed lines of each order, beside its columns. */
export const weighedLines = sql`cross join lateral (select count(*) as lines, count(*) filter (where packed_grams is null) as unpacked
  from order_line where order_line.order_id = orders.id and ordered_grams is not null) as weighed`
/** What is so of every order on the board. */
export const underWay = { sent_refunds: 0, asked_refunds: 0, waiting: null } as const

/** When an order was placed, from its id: a page is then read without writing twenty-five instants out. */
export function placedAtOf({ id }: { id: string }): Instant {
  const instant = idInstant(id as Id)
  if (instant === null) throw new Error(`${id} is not the id of an order`)
  return instant
}
