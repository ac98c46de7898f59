import { type RawBuilder, sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { buyerUpsert } from '#modules/customer/customer.service.ts'
import { postingInsert } from '#modules/ledger/post.service.ts'
import { type NewPayment, paymentInsert } from '#modules/payment/payment-row.service.ts'
import type { LineRecord, OrderRecord } from '../read/record.ts'
import type { OrderDraft } from './draft.ts'
import { type Need, takeParts } from './stock.ts'

/** Who placed an order, and what its first entry keeps of that. */
export interface PlacedBy {
  kind: 'customer' | 'staff'
  id: string | null
  name: string
  source: string
  facts: Record<string, unknown>
}

interface NewOrderRows {
  draft: OrderDraft
  lines: readonly LineRecord[]
  branch: { code: string; timeZone: string }
  by: PlacedBy
  /** What it takes of items whose stock is counted. */
  needs: readonly Need[]
  /** What a gateway is to execute. */
  payment: NewPayment | null
}

const timelineColumns = sql`
  order_id, sequence, type, from_status, to_status, actor_kind, actor_id, actor_name, source, is_internal, facts, request_id, at`

/**
 * Stores an order with its customer, lines, first entries of the timeline and of the ledger in one statement, its store held as live; null when the
 * channel has used the external id before. A concurrent order under the same id is waited for; a payment's reference that is taken breaks a unique key.
 */
export async function insertOrder(ctx: Context, work: Work, rows: NewOrderRows): Promise<OrderRecord | null> {
  const { draft } = rows
  const columns = Object.keys(draft) as (keyof OrderDraft)[]
  const values = columns.map((column) => storable(draft[column]))
  const place = { ...draft, branch_time_zone: rows.branch.timeZone }
  const posted = postingInsert(ctx, place, { before: null, after: { ...draft, refunds: [] }, at: draft.placed_at, from: sql`claimed` })
  const result = await sql<OrderRecord>`
    with claimed as (insert into order_external_id (channel_id, external_id, order_id)
        select ${draft.channel_id}::uuid, ${draft.external_id}::text, ${draft.id}::uuid from store where id = ${draft.store_id} and status = 'live'
        for key share on conflict do nothing returning order_id),
      buyer as (${buyerUpsert({ name: draft.customer_name, phone: draft.customer_phone, at: draft.placed_at }, sql`claimed`)}),
      placed as (insert into orders (${sql.join(columns.map((column) => sql.ref(column)))}, number, customer_id)
        select ${sql.join(values)}, next_order_number(${rows.branch.code}), buyer.id from buyer returning *),
      lines as (${lineInsert(draft.id, rows.lines)}),
      ${rows.needs.length > 0 ? takeParts(rows.needs) : sql``}
      paid as (insert into payment_reference (channel_id, reference, order_id)
        select ${draft.channel_id}::uuid, ${draft.payment_reference}::text, order_id from claimed where ${draft.payment_reference}::text is not null),
      asked as (${rows.payment ? paymentInsert(draft, rows.payment, sql`claimed`) : sql`select`}),
      posted as (${posted ?? sql`select`}),
      told as (${timelineInsert(ctx, rows)})
    select * from placed`.execute(work.db)
  const [order] = result.rows
  if (!order) await refuseUnlessLive(work, draft)
  return order ?? null
}

/** A store that was suspended or terminated since it was looked at takes no order; what it took before under the same id stands. */
async function refuseUnlessLive({ db }: Work, { channel_id, external_id, store_id }: OrderDraft): Promise<void> {
  const { rows } = await sql<{ name: string }>`select display_name as name from store where id = ${store_id} and status <> 'live'
    and not exists (select from order_external_id where channel_id = ${channel_id} and external_id = ${external_id})`.execute(db)
  if (rows[0]) refuse('store-not-live', `${rows[0].name} is not taking orders any more.`)
}

function storable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** What a line is when it is ordered. */
export const lineColumns = [
  'line',
  'item_id',
  'sku',
  'name',
  'unit',
  'quantity',
  'unit_price_minor',
  'options',
  'ordered_grams',
  'substitution',
  'tax_ppm',
  'amount_minor',
  'discount_minor',
  'tax_minor',
  'note',
] as const satisfies readonly (keyof LineRecord)[]

/** Lines as rows of those columns, called `given`. */
export function lineRows(lines: readonly LineRecord[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(lines)}) as given (line integer, item_id uuid, sku text, name text, unit text, quantity integer,
      unit_price_minor bigint, options jsonb, ordered_grams integer, substitution jsonb, tax_ppm integer, amount_minor bigint,
      discount_minor bigint, tax_minor bigint, note text)`
}

function lineInsert(orderId: string, lines: readonly LineRecord[]): RawBuilder<unknown> {
  const columns = sql.join(lineColumns.map((column) => sql.ref(column)))
  return sql`insert into order_line (order_id, ${columns}) select ${orderId}::uuid, ${columns} from claimed, ${lineRows(lines)}`
}

function timelineInsert({ requestId }: Context, { draft, by }: NewOrderRows): RawBuilder<unknown> {
  const isScheduled = draft.status === 'scheduled'
  const isKeptBack = isScheduled || draft.status === 'placed'
  const placed = sql`(1, 'place', null, ${isKeptBack ? 'placed' : 'pending'}, ${by.kind}, ${by.id}::uuid, ${by.name}, ${JSON.stringify(by.facts)}::jsonb)`
  const scheduled = sql`(2, 'schedule', 'placed', 'scheduled', 'system', null, 'Larder', '{}'::jsonb)`
  const accepted = sql`(2, 'accept', 'pending', 'accepted', 'system', null, 'Larder', '{}'::jsonb)`
  const entries = [placed, ...(isScheduled ? [scheduled] : []), ...(draft.status === 'accepted' ? [accepted] : [])]
  return sql`insert into order_event (${timelineColumns})
    select claimed.order_id, entry.sequence, entry.type, entry.from_status, entry.to_status, entry.actor_kind, entry.actor_id, entry.actor_name,
      ${by.source}, false, entry.facts, ${requestId}, ${draft.placed_at}
    from claimed, (values ${sql.join(entries)}) as entry (sequence, type, from_status, to_status, actor_kind, actor_id, actor_name, facts)`
}
