import {
  allocateMoney,
  type Bearer,
  bearers,
  causesBesidesTotal,
  type LedgerAccount,
  money,
  type Order,
  percentWithin,
  type RefundCause,
} from '@larder/contract'

/** What of an order the ledger looks at: columns of its row, and its refunds. */
export interface BookedOrder
  extends Readonly<
    Record<`${'items' | 'packing' | 'delivery' | 'tax' | 'tip' | 'rounding' | 'total' | 'credit' | 'due' | 'collected'}_minor`, number>
  > {
  readonly status: Order['status']
  readonly payment_method: Order['paymentMethod']
  readonly payment_state: Order['paymentState']
  readonly discounts: readonly Order['discounts'][number][]
  readonly currency: string
  readonly prices_include_tax: boolean
  readonly packing_tax_ppm: number
  readonly delivery_tax_ppm: number
  readonly tax_parts: number
  readonly rider_id: string | null
  readonly refunds: readonly BookedRefund[]
}

export interface BookedRefund extends Record<'amount_minor' | 'tax_minor' | 'items_minor' | `${Bearer}_minor`, number> {
  method: string
  state: string
  cause: RefundCause
}

/** What accounts stand at, in minor units: debits positive, credits negative. It adds up to nothing. */
export type Position = Partial<Record<LedgerAccount, number>>

const lost: ReadonlySet<BookedOrder['status']> = new Set(['rejected', 'cancelled', 'failed'])

export function isLost({ status }: Pick<BookedOrder, 'status'>): boolean {
  return lost.has(status)
}

/**
 * What an order is worth, and to whom: owed by its customer from the moment it is placed, in progress until it is delivered, then divided.
 * One that was rejected, cancelled or failed is worth nothing. Pure.
 */
export function worthOf(order: BookedOrder): Position {
  if (isLost(order)) return {}
  if (order.status !== 'delivered') return { customers: order.total_minor, 'open-orders': -order.total_minor }
  const tax = taxesWithin(order)
  const discounts = fundersOf(order)
  return {
    customers: order.total_minor,
    'store-items': tax.items - order.items_minor,
    'store-packing': tax.packing - order.packing_minor,
    'delivery-fees': tax.delivery - order.delivery_minor,
    'store-discounts': discounts.store,
    'brand-discounts': discounts.brand,
    'platform-discounts': discounts.platform,
    tax: -order.tax_minor,
    tips: -order.tip_minor,
    rounding: -order.rounding_minor,
  }
}

/** What was taken of its customer, and where it lies. A payment that is only authorised has moved nothing. Pure. */
export function paymentOf(order: BookedOrder): Position {
  const place = placeOf(order)
  const payable = order.total_minor - order.credit_minor
  if (place !== null && place !== 'gateway') return { [place]: payable, customers: -payable }
  // What an edit has added is due, and then taken at hand-over: neither was captured.
  const { collected_minor: collected } = order
  const captured = place === null ? 0 : payable - order.due_minor - collected + takenOff(order)
  return { gateway: captured, [cashWith(order)]: collected, customers: 0 - captured - collected }
}

/** What credits of its customer pay of it: owed to them no more. Of what ended otherwise than delivered they have returned. Pure. */
export function creditOf(order: BookedOrder): Position {
  const spent = isLost(order) ? 0 : order.credit_minor
  return { 'wallet-credits': spent, customers: 0 - spent }
}

/** What goes back to its customer: what was approved is owed until it is done, whatever was tried; what is done has left. A void moves nothing. Pure. */
export function refundOf({ refunds, payment_method }: BookedOrder): Position {
  const moving = refunds.filter(({ method }) => method !== 'void')
  const due = sumOf(moving.filter(({ state }) => owed.has(state)))
  const done = moving.filter(({ state }) => state === 'done')
  const left: Position = {}
  for (const refund of done) {
    const account = leavesOf(refund, payment_method)
    left[account] = (left[account] ?? 0) - refund.amount_minor
  }
  return { customers: due + sumOf(done), 'refunds-due': -due, ...left }
}

// Cash is paid out by the office: what riders and stores hold is counted whole against what they collected (0087).
function leavesOf({ method }: BookedRefund, paid: BookedOrder['payment_method']): LedgerAccount {
  if (method === 'cash') return 'cash-office'
  if (method === 'credit') return 'wallet-credits'
  if (method !== 'source' || paid === 'cash') return 'bank'
  return paid === 'online' ? 'gateway' : 'card-terminals'
}

/**
 * Who bears what somebody refunded of an order that stands; of one that is lost nothing was earned, and nobody bears it. Once the order is
 * divided, the tax in it is collected no more, and what stores bear of items is off the base of their commission. Pure.
 */
export function borneOf(order: BookedOrder): Position {
  if (isLost(order)) return {}
  const asked = order.refunds.filter(
    ({ cause, state, method }) => cause === 'request' && method !== 'void' && (owed.has(state) || state === 'done'),
  )
  const isDivided = order.status === 'delivered'
  const borne = { tax: 0, 'store-refunded-items': 0, 'store-refunds': 0, 'platform-refunds': 0, 'rider-refunds': 0 }
  for (const refund of asked) {
    const { tax_minor: tax, items_minor } = isDivided ? refund : { tax_minor: 0, items_minor: 0 }
    const gross = bearers.map((bearer) => refund[`${bearer}_minor`])
    const net = lessOf(gross, tax, order.currency)
    const [store = 0, platform = 0, rider = 0] = net
    const items = store - (lessOf(net, items_minor, order.currency)[0] ?? 0)
    borne.tax += tax
    borne['store-refunded-items'] += items
    borne['store-refunds'] += store - items
    borne['platform-refunds'] += platform
    borne['rider-refunds'] += rider
  }
  return { customers: -sumOf(asked), ...borne }
}

/** What each bears once a part of it is taken off all of them, in proportion. */
function lessOf(amounts: readonly number[], part: number, currency: string): number[] {
  const off = allocateMoney(money(part, currency), amounts)
  return amounts.map((amount, at) => amount - (off[at]?.minor ?? 0))
}

const owed: ReadonlySet<string> = new Set(['approved', 'sent', 'failed'])

function sumOf(refunds: readonly BookedRefund[]): number {
  return refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
}

/** `to` less `from`, without the accounts that do not move. */
export function differenceOf(from: Position, to: Position): Position {
  const accounts = new Set([...Object.keys(to), ...Object.keys(from)]) as Set<LedgerAccount>
  const moved = [...accounts].map((account) => [account, (to[account] ?? 0) - (from[account] ?? 0)] as const)
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0))
}

/** Everything that the ledger has to say of an order as it stands, added up. */
export function positionOf(order: BookedOrder): Position {
  const sum: Position = {}
  for (const part of [worthOf(order), creditOf(order), paymentOf(order), refundOf(order), borneOf(order)])
    for (const [account, amount] of Object.entries(part) as [LedgerAccount, number][]) sum[account] = (sum[account] ?? 0) + amount
  return differenceOf({}, sum)
}

/** What of an order that was paid before was captured besides its total. */
function takenOff({ refunds }: BookedOrder): number {
  return sumOf(refunds.filter((refund) => isBesidesTotal(refund) && refund.state !== 'declined'))
}

/** Whether a refund is of money that was paid towards another total than the order has now. */
export function isBesidesTotal({ cause }: BookedRefund): boolean {
  return besidesTotal.has(cause)
}

const besidesTotal: ReadonlySet<RefundCause> = new Set(causesBesidesTotal)

function cashWith({ rider_id }: BookedOrder): LedgerAccount {
  return rider_id === null ? 'store-cash' : 'rider-cash'
}

function placeOf(order: BookedOrder): LedgerAccount | null {
  switch (order.payment_state) {
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
      return 'gateway'
    case 'collected':
      return order.payment_method === 'card' ? 'card-terminals' : cashWith(order)
    case 'deposited':
      return 'bank'
    default:
      return null
  }
}

// Where prices include tax, what they are without it: each charge by its own rate, the items by what is left.
function taxesWithin(order: BookedOrder) {
  const { prices_include_tax, currency, packing_minor, packing_tax_ppm, delivery_minor, delivery_tax_ppm, tax_parts: parts } = order
  if (!prices_include_tax) return { items: 0, packing: 0, delivery: 0 }
  const packing = percentWithin(money(packing_minor, currency), packing_tax_ppm, parts).minor
  const delivery = percentWithin(money(delivery_minor, currency), delivery_tax_ppm, parts).minor
  return { items: order.tax_minor - packing - delivery, packing, delivery }
}

// What no funder is named for, the marketplace pays.
function fundersOf({ discounts }: BookedOrder): Record<'store' | 'brand' | 'platform', number> {
  const funded = { store: 0, brand: 0, platform: 0 }
  for (const { amount, funders } of discounts) {
    funded.platform += amount.minor
    for (const funder of funders) {
      funded.platform -= funder.amount.minor
      funded[funder.party] += funder.amount.minor
    }
  }
  return funded
}
