import type {
  Address,
  Bearer,
  DeliveryState,
  Instant,
  Order,
  OrderDetails,
  OrderLine,
  OrderStatus,
  PaymentState,
  Refund,
  TaxRegime,
  VegMark,
  Vertical,
} from '@larder/contract'
import type { Selectable } from 'kysely'
import type { Orders } from '#db/schema.gen.ts'
import type { KnownPayment } from '#modules/payment/payment-row.service.ts'
import type { Opening } from '#modules/store/store-open.service.ts'

/** Columns whose type in the table is wider than what they hold. */
interface Narrowed {
  status: OrderStatus
  payment_state: PaymentState
  delivery_state: DeliveryState
  order_type: Order['orderType']
  payment_method: Order['paymentMethod']
  timing: Order['timing']
  vertical: Vertical
  end_party: Order['endParty']
  address: Address | null
  taxes: Order['taxes']
  discounts: Order['discounts']
  details: OrderDetails
  tax_regime: TaxRegime
  tax_parts: number
}

/** A row of `orders`. */
export type OrderRecord = Omit<Selectable<Orders>, keyof Narrowed> & Narrowed

/** A line as a detail carries it: the columns of `order_line`. */
export interface LineRecord {
  line: number
  item_id: string | null
  sku: string | null
  name: string
  unit: OrderLine['unit']
  quantity: number
  unit_price_minor: number
  options: OrderLine['options']
  ordered_grams: number | null
  packed_grams: number | null
  substitution: OrderLine['substitution']
  tax_ppm: number
  amount_minor: number
  discount_minor: number
  tax_minor: number
  note: string | null
}

/** A line with what its item is shown by, as the item is now. */
export interface ShownLine extends LineRecord {
  picture_id: string | null
  veg_mark: VegMark | null
}

/** An order with what a list shows of others. */
export interface ListedOrder extends OrderRecord {
  store_name: string
  rider_name: string | null
}

/** What the rules look at besides the row. */
export interface RuleFacts {
  weighed_lines: number
  /** Weighed lines that have no packed weight yet. */
  unpacked_lines: number
  /** Refunds of its ending that were sent. */
  sent_refunds: number
  /** Refunds that somebody asked for, as far as they stand. */
  asked_refunds: number
  /** Only of an order that waits for its time. */
  waiting: WaitingFacts | null
}

/** What a card adds: enough to decide what may be done. */
export interface CardOrder extends ListedOrder, RuleFacts {
  area_name: string
  branch_time_zone: string
  /** What the store needs at present. */
  store_minutes: number
}

/** Whether anything could be ordered of its store at all. */
export interface SellerFacts {
  store_name: string
  store_status: string
  /** Whether it has hours, of the week or of a special day. */
  store_opens: boolean
  area_active: boolean
}

/** Everything that the detail shows, from one statement. */
export interface DetailedOrder extends CardOrder, SellerFacts {
  branch_name: string
  store_phone: string
  store_auto_accept: boolean
  store_lat: number
  store_lng: number
  end_reason_label: string | null
  customer: Order['customer']
  rider: Order['riderDetail']
  lines: ShownLine[]
  events: Order['events']
  refunds: (Omit<Refund, 'amount' | 'bears' | 'tax'> &
    Record<'amount_minor' | 'tax_minor' | 'items_minor' | `${Bearer}_minor`, number> & { is_checked: boolean })[]
  /** What a gateway executes of it. */
  payments: KnownPayment[]
  /** Refunds that wait for another person's approval. */
  asked: { id: string; amount_minor: number; by: string; at: Instant }[]
}

/** Whether a line is sold by weight. */
export function isWeighed(line: Pick<LineRecord, 'ordered_grams'>): boolean {
  return line.ordered_grams !== null
}

/** What an order that waits for its time needs of its store: that it takes orders, and still sells what was ordered. */
export interface WaitingFacts {
  store: Opening & { name: string }
  lines: { name: string; available: boolean; snoozed_until: Instant | null }[]
}
