import { instantOf, type Refund } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { liableFor } from '#modules/order/act/payment.ts'
import { refundPartsOf } from '#modules/order/act/refund-parts.ts'
import { partOfLine } from '#modules/order/act/refundable.ts'
import type { Standing } from './course.ts'
import { demoEmailOf } from './demo-access.ts'
import { isDecided, type Method } from './order-row.ts'
import type { Random } from './random.ts'
import { currency } from './territory.ts'

interface Bought {
  id: string
  stand: Standing
  method: Method
}

type RefundRow = Insertable<DB['refund']>
/** What was drawn of orders so far. */
interface Drawn {
  orders: Insertable<DB['orders']>[]
  order_line: Insertable<DB['order_line']>[]
  refund: RefundRow[]
}
const dayMs = 86_400_000
/** One of so many delivered orders has a complaint that ends in a refund. */
const ordersBetween = 60

const complaints = [
  { reason: 'item-missing', bearer: 'store' },
  { reason: 'poor-quality', bearer: 'store' },
  { reason: 'late-delivery', bearer: 'rider' },
  { reason: 'goodwill', bearer: 'platform' },
] as const

/** What goes back of an order that ended: all of it, as it was paid. */
export function addEnded(random: Random, rows: Drawn, { id, stand, method }: Bought, totalMinor: number, nowMs: number): void {
  if (stand.end === null || method !== 'online') return
  const { at, reason, party } = stand.end
  const isPaidOut = at < nowMs - dayMs
  rows.refund.push({
    ...bornBy(liableFor(party), totalMinor),
    id: random.id(at),
    order_id: id,
    amount_minor: totalMinor,
    currency,
    method: 'source',
    state: isPaidOut ? 'done' : isDecided(stand.end, nowMs) ? 'approved' : 'requested',
    cause: 'ending',
    reason,
    lines: '[]',
    note: null,
    reference: null,
    failure: null,
    attempts: isPaidOut ? 1 : 0,
    done_at: isPaidOut ? instantOf(at) : null,
    created_at: instantOf(at),
    updated_at: instantOf(at),
  })
}

/**
 * Of some delivered orders a line went back after a complaint: long done, or today in any state of its life. Which ones follows from their
 * numbers, so that what is drawn elsewhere stays the same.
 */
export function addComplaint(rows: Drawn, { id, stand, method }: Bought, nowMs: number): void {
  const order = rows.orders.at(-1)
  const line = rows.order_line.findLast((each) => each.order_id === id)
  if (stand.delivered === null || !order || !line || stand.delivered > nowMs - 40 * 60_000) return
  const number = Number(order.number.replace(/^.*-/, ''))
  if (number % ordersBetween !== 0) return
  const turn = number / ordersBetween
  const complaint = complaints[turn % complaints.length] ?? complaints[0]
  // Without tax, so that it is within what was paid for the line under any rules.
  const amount = partOfLine({ line: line.line, quantity: line.quantity, amount_minor: Number(line.amount_minor) }, 1, currency)
  if (amount === 0 || amount >= Number(order.total_minor)) return
  const isOld = stand.delivered < nowMs - dayMs
  const state = isOld ? 'done' : (['approved', 'sent', 'failed', 'done'] as const)[turn % 4]
  const [asked, moved] = [stand.delivered + 20 * 60_000, stand.delivered + 30 * 60_000]
  const isTried = state !== 'approved'
  const lines: Refund['lines'] = [{ line: line.line, quantity: 1, amount: { minor: amount, currency } }]
  const isOnline = method === 'online'
  const parts = refundPartsOf(
    {
      currency,
      total_minor: Number(order.total_minor),
      tax_minor: Number(order.tax_minor),
      discount_minor: Number(order.discount_minor),
      rounding_minor: Number(order.rounding_minor),
      prices_include_tax: Boolean(order.prices_include_tax),
      tax_parts: Number(order.tax_parts),
      lines: rows.order_line.flatMap((each) => (each.order_id === id ? [pricedLine(each)] : [])),
      refunds: [],
    },
    amount,
    lines,
  )
  rows.refund.push({
    ...bornBy(complaint.bearer, amount),
    tax_minor: parts.taxMinor,
    items_minor: parts.itemsMinor,
    id: `${id.slice(0, 14)}7${id.slice(15, 35)}${id.endsWith('0') ? '1' : '0'}`,
    order_id: id,
    amount_minor: amount,
    currency,
    method: isOnline ? 'source' : 'manual',
    state: state ?? 'done',
    cause: 'request',
    reason: complaint.reason,
    lines: JSON.stringify(lines),
    note: isOnline ? null : 'By bank transfer',
    reference: isTried && isOnline ? `rfnd_${id.slice(-12)}` : null,
    failure: state === 'failed' ? 'The card was closed.' : null,
    attempts: isTried ? 1 : 0,
    done_at: state === 'done' ? instantOf(moved) : null,
    created_at: instantOf(asked),
    updated_at: instantOf(isTried ? moved : asked),
  } satisfies RefundRow)
  if (isOnline) order.payment_state = 'partially_refunded'
  order.version = Number(order.version) + movesOf(state ?? 'done')
  order.updated_at = instantOf(isTried ? moved : asked)
}

function pricedLine({ line, amount_minor, discount_minor, tax_minor }: Drawn['order_line'][number]) {
  return { line, amount_minor: Number(amount_minor), discount_minor: Number(discount_minor ?? 0), tax_minor: Number(tax_minor) }
}

/** What the timelines of refunded orders tell of it, behind all that happened before. */
export async function writeRefundEvents(client: PoolClient): Promise<void> {
  await client.query(
    `insert into order_event (order_id, sequence, type, from_status, to_status, actor_kind, actor_id, actor_name, source, reason, note, is_internal, facts, request_id, at)
     select refund.order_id, (select max(sequence) from order_event where order_event.order_id = refund.order_id) + step.rank, step.type, 'delivered', null,
       'system', null, 'Larder', 'Demo city', case step.type when 'refund' then refund.reason end, null, false, '{}', 'demo-city', step.at
     from refund cross join lateral (values
       (1, 'refund', refund.created_at),
       (2, 'sendRefund', case when refund.attempts > 0 then refund.created_at + (refund.updated_at - refund.created_at) / 2 end),
       (3, case refund.state when 'failed' then 'failRefund' else 'completeRefund' end, case when refund.state in ('failed', 'done') then refund.updated_at end)
     ) as step (rank, type, at)
     where refund.cause = 'request' and step.at is not null`,
  )
}

/** What a customer care executive asked for this morning, beyond the limit of the role. */
export async function writeAskedRefund(client: PoolClient, id: string, nowMs: number): Promise<void> {
  await client.query(
    `insert into approval (id, operation, params, body, title, reason, entity, entity_id, old, new, permission, moves_minor, weighs_minor, counts_for, branch_id,
       store_id, maker_id, expires_at, created_at, updated_at)
     select $1, 'order.refund', jsonb_build_object('id', id), jsonb_build_object('version', version, 'amount', jsonb_build_object('minor', asked, 'currency', currency),
         'reasonCode', 'poor-quality', 'method', 'source', 'note', 'The customer sent pictures.'),
       'Refund of ' || number, 'The whole order was cold, and the customer orders every week.', 'order', id::text,
       jsonb_build_object('refunded_minor', 0), jsonb_build_object('refunded_minor', asked, 'store_bears_minor', asked, 'refund_method', 'source',
         'refund_reason', 'The quality was poor', 'payment_state', 'partially_refunded'),
       'refund.approve', asked, asked, 'order:' || id, branch_id, store_id, (select id from staff where email = $2), $4::timestamptz + interval '7 days', $4, $4
     from (select *, (total_minor * 3 / 4 / 100) * 100 as asked from orders where status = 'delivered' and payment_state = 'captured'
       and total_minor > 80000 and delivered_at < $3 order by id desc limit 1) as recent`,
    [id, demoEmailOf('custumercare-executive'), instantOf(nowMs - 45 * 60_000), instantOf(nowMs - 35 * 60_000)],
  )
}

function movesOf(state: string): number {
  return { approved: 1, sent: 2 }[state] ?? 3
}

function bornBy(bearer: 'store' | 'platform' | 'rider', minor: number) {
  return { store_minor: 0, platform_minor: 0, rider_minor: 0, tax_minor: 0, items_minor: 0, [`${bearer}_minor`]: minor }
}
