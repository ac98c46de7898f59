import type { Instant, OrderEvent, OrderEventType, OrderStatus } from '@larder/contract'
import { newId } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { packedRows, unpackRows } from '#db/packed.ts'
import type { Context, Work } from '#kit/context.ts'
import { postingInsert } from '#modules/ledger/post.service.ts'
import { paymentNudge } from '#modules/payment/payment-row.service.ts'
import { lineDelete, lineUpsert } from '../edit/write-lines.ts'
import { holdAnew, letGoPart } from '../place/stock.ts'
import { findLines, refund } from '../read/detail.ts'
import type { DetailedOrder } from '../read/record.ts'
import { knownOf, type MovedRefund, type NewRefund } from './payment.ts'
import { movedBy } from './refund.ts'
import type { KnownRefund } from './refundable.ts'
import type { Decision, OrderChanges } from './verdict.ts'

/** One entry of an order's timeline, before it has its number. */
export interface NewEvent extends Omit<OrderEvent, 'sequence'> {
  type: OrderEventType
  actorId: string | null
}

/** What somebody of the staff says of an order, or does to it without moving it on. */
export function staffEvent(
  { actor }: Context,
  order: Pick<DetailedOrder, 'status'>,
  told: Pick<NewEvent, 'type' | 'note' | 'isInternal' | 'at'>,
): NewEvent {
  const who = { actorKind: 'staff', actorId: actor.id, actorName: actor.name, source: 'back-office' } as const
  return { ...told, ...who, from: order.status, to: null, reason: null, reasonLabel: null, order: null }
}

/**
 * Writes a decision and its entry in the timeline in one statement and gives the order as it now is. The row must be locked.
 */
export async function writeDecision(
  ctx: Context,
  work: Work,
  order: DetailedOrder,
  decision: Decision,
  event: NewEvent,
): Promise<DetailedOrder> {
  const { changes, lines, payment, rewritten } = decision
  const parts = [
    sql`moved as (update orders set ${assignments(changes, event.at)} where id = ${order.id})`,
    sql`told as (${eventInsert(ctx, order.id, event)} returning sequence)`,
  ]
  if (lines.length > 0) parts.push(sql`packed as (${lineUpdate(order.id, lines)})`)
  if (rewritten && rewritten.removed.length > 0) parts.push(sql`gone as (${lineDelete(order.id, rewritten.removed)})`)
  if (rewritten && rewritten.written.length > 0) parts.push(sql`written as (${lineUpsert(order.id, rewritten.written)})`)
  const end = changes.status && letsGo[changes.status]
  if (end) parts.push(letGoPart(order.id, end === 'used-up'))
  if (payment?.refund) parts.push(sql`owed as (${refundInsert(ctx, order, event, payment.refund)} returning *)`)
  if (payment?.moved.length) parts.push(sql`refunds_moved as (${refundUpdate(ctx, payment.moved, event.at)})`)
  const after = { ...order, ...changes, refunds: refundsAfter(ctx, order, payment, event.at) }
  const posted = postingInsert(ctx, order, { before: order, after, at: event.at, repriced: event.type === 'edit' ? 'edited' : 'repriced' })
  if (order.payments.length > 0 && concernsGateway(decision)) parts.push(sql`nudged as (${paymentNudge(order.id, event.at)})`)
  if (posted) parts.push(sql`posted as (${posted})`)
  if (changes.payment_reference) parts.push(sql`paid as (${referenceInsert(order, changes.payment_reference)})`)
  const owed = payment?.refund ? packedRows(refund, sql`from owed as refund`) : sql`null`
  const { rows } = await sql<Told>`with ${sql.join(parts)} select sequence, ${owed} as owed from told`.execute(work.db)
  const [told] = rows
  if (!told) throw new Error(`order ${order.id} vanished while it was locked`)
  if (rewritten || (changes.status && letsGo[order.status] === 'back' && !end)) await holdAnew(work, order.id)
  const moved = { ...changes, version: order.version + 1, updated_at: event.at }
  return {
    ...order,
    ...moved,
    ...detailAfter(ctx, order, decision, { ...event, sequence: told.sequence }, unpackRows(refund, told.owed)),
    // With the pictures and marks of what came into it.
    ...(rewritten && { lines: await findLines(readOnly(work.db), order.id) }),
  }
}

/** What becomes of the stock that an order holds once it is over. */
const letsGo: { readonly [S in OrderStatus]?: 'back' | 'used-up' } = {
  rejected: 'back',
  cancelled: 'back',
  delivered: 'used-up',
  failed: 'used-up',
}

interface Told {
  sequence: number
  /** The refund that came of it, packed. */
  owed: string | null
}

/** Whether there may be something to ask of a gateway: it ended, was handed over, or money goes back. */
function concernsGateway({ changes: { ended_at, delivered_at }, payment }: Decision): boolean {
  return Boolean(ended_at || delivered_at || payment)
}

function keptRefunds(ctx: Context, { refunds }: DetailedOrder, payment: Decision['payment'], at: Instant): DetailedOrder['refunds'] {
  const moves = new Map(payment?.moved.map((moved) => [moved.id, moved]))
  return refunds.map((refund) => {
    const moved = moves.get(refund.id)
    if (!moved) return refund
    const told = { reference: moved.reference ?? refund.reference, failure: moved.failure, updatedAt: at }
    const done = moved.state === 'done' && { doneAt: at, doneBy: ctx.actor.name }
    return { ...movedBy(refund, moved), ...told, ...done, is_checked: refund.is_checked || isChecked(ctx) }
  })
}

function refundsAfter(ctx: Context, order: DetailedOrder, payment: Decision['payment'], at: Instant): Omit<KnownRefund, 'id'>[] {
  const owed = payment?.refund
  return [...keptRefunds(ctx, order, payment, at), ...(owed ? [knownOf(owed)] : [])]
}

/** An entry of the timeline as an insert; numbered after the newest one. */
export function eventInsert(ctx: Context, orderId: string, event: NewEvent): RawBuilder<unknown> {
  return sql`insert into order_event
    (order_id, sequence, type, from_status, to_status, actor_kind, actor_id, actor_name, source, reason, note, is_internal, facts, request_id,
      at)
    select ${orderId}::uuid, coalesce(max(sequence), 0) + 1, ${event.type}, ${event.from}, ${event.to}, ${event.actorKind}, ${event.actorId}::uuid,
      ${event.actorName}, ${event.source}, ${event.reason}, ${event.note}, ${event.isInternal}, ${factsOf(event)}::jsonb, ${ctx.requestId}, ${event.at}
    from order_event where order_id = ${orderId}`
}

function factsOf({ order }: NewEvent): string {
  return JSON.stringify(order ? { order } : {})
}

// The same reference again for the same order is the second report of one payment: authorised, then captured.
function referenceInsert({ id, channel_id }: DetailedOrder, reference: string): RawBuilder<unknown> {
  return sql`insert into payment_reference (channel_id, reference, order_id) select ${channel_id}::uuid, ${reference}::text, ${id}::uuid
    where not exists (select from payment_reference where channel_id = ${channel_id} and reference = ${reference} and order_id = ${id})`
}

function refundInsert(ctx: Context, order: DetailedOrder, { actorId, at }: NewEvent, owed: NewRefund): RawBuilder<unknown> {
  const { amountMinor, method, state, cause, reason, bears, taxMinor, itemsMinor, lines, note } = owed
  return sql`insert into refund (id, order_id, amount_minor, currency, method, state, cause, reason, store_minor, platform_minor, rider_minor, tax_minor, items_minor,
      lines, note, maker_id, is_checked, done_at, done_by, created_at, updated_at)
    values (${newId(ctx.clock.ms())}, ${order.id}, ${amountMinor}, ${order.currency}, ${method}, ${state}, ${cause}, ${reason}, ${bears.store},
      ${bears.platform}, ${bears.rider}, ${taxMinor}, ${itemsMinor}, ${JSON.stringify(lines)}, ${note}, ${actorId}, ${isChecked(ctx)},
      ${state === 'done' ? at : null}::timestamptz, ${state === 'done' ? ctx.actor.name : null}::text, ${at}, ${at})`
}

/** Whether another person approved what is done: it counts against nobody's limit. */
function isChecked({ approver }: Context): boolean {
  return approver !== undefined
}

function refundUpdate(ctx: Context, moved: readonly MovedRefund[], at: Instant): RawBuilder<unknown> {
  const rows = moved.map(({ bears, as, ...each }) => ({ ...each, ...bears, ...as }))
  return sql`update refund set state = moved.state, reference = coalesce(moved.reference, refund.reference), failure = moved.failure,
      cause = coalesce(moved.cause, refund.cause), reason = coalesce(moved.reason, refund.reason), attempts = attempts + tries,
      done_at = case when moved.state = 'done' then ${at} else done_at end, done_by = case when moved.state = 'done' then ${ctx.actor.name} else done_by end,
      store_minor = coalesce(store, store_minor), platform_minor = coalesce(platform, platform_minor),
      rider_minor = coalesce(rider, rider_minor), is_checked = is_checked or ${isChecked(ctx)}, version = version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as moved (id uuid, state text, reference text, failure text, tries integer, store bigint,
      platform bigint, rider bigint, cause text, reason text)
    where refund.id = moved.id`
}

function assignments(changes: OrderChanges, at: Instant): RawBuilder<unknown> {
  const given = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${storable(value)}`)
  return sql.join([...given, sql`version = version + 1`, sql`updated_at = ${at}`])
}

function storable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

function lineUpdate(orderId: string, lines: Decision['lines']): RawBuilder<unknown> {
  return sql`update order_line set packed_grams = packed.packed_grams, amount_minor = packed.amount_minor, tax_minor = packed.tax_minor
    from jsonb_to_recordset(${JSON.stringify(lines)}) as packed (line integer, packed_grams integer, amount_minor bigint, tax_minor bigint)
    where order_line.order_id = ${orderId} and order_line.line = packed.line`
}

function detailAfter(
  ctx: Context,
  order: DetailedOrder,
  { lines, payment }: Decision,
  event: NewEvent & { sequence: number },
  owed: DetailedOrder['refunds'],
): Partial<DetailedOrder> {
  const { actorId: _, ...told } = event
  const packed = new Map(lines.map((line) => [line.line, line]))
  return {
    lines: order.lines.map((line) => ({ ...line, ...packed.get(line.line) })),
    refunds: [...keptRefunds(ctx, order, payment, event.at), ...owed],
    events: [...order.events, told],
  }
}
