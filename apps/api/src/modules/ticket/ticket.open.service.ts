import { type Id, type Instant, newId, type TicketPriority, type TicketQueue } from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { searchText } from '#kit/read/search-text.ts'
import { customersVisibleTo } from '#modules/customer/customer.service.ts'
import { deskMinutesBetween } from './desk-clock.ts'
import { duesOf, isOpen } from './ticket.decide.ts'
import { say } from './ticket.note.ts'
import { answeredBy, readTargets } from './ticket.targets.ts'

/** What somebody opens a ticket about. */
export interface NewTicket {
  topicCode: string
  priority: TicketPriority
  queue: TicketQueue
  text: string
  orderId?: string | null | undefined
  lines?: readonly number[] | undefined
  customerId?: string | null | undefined
  storeId?: string | null | undefined
  riderId?: string | null | undefined
}

/** Where a ticket came from, where not from staff. */
export interface Origin {
  source: 'feedback' | 'review' | 'split'
  feedback_id?: string
  review_id?: string
  split_from?: string
}

/** What was said before there was a ticket of it: when, and how it was answered. */
export interface Said {
  at: Instant
  answer: { text: string; by: { id: string; name: string; at: Instant } } | null
  /** The clocks that the answer is told by. */
  zone: string | null
}

interface Place {
  customer_id: string | null
  store_id: string | null
  rider_id: string | null
  branch_id: string | null
  order_number: string | null
  customer_name: string | null
  time_zone: string | null
}

/** The columns of a new ticket that follow from what it is about. 422 naming the field that names none, or one out of reach. */
export async function columnsOfNew(ctx: Context, db: ReadDatabase, draft: NewTicket) {
  const place = await findPlace(ctx, db, draft)
  const now = ctx.clock.instant()
  const { rows } = await sql<{ number: string }>`select 'T-' || lpad(nextval('ticket_number')::text, 5, '0') as number`.execute(db as never)
  const number = rows[0]?.number ?? ''
  const targets = await readTargets(ctx.services, place.time_zone)
  const { customer_id, store_id, rider_id, branch_id } = place
  return {
    number,
    customer_id,
    store_id,
    rider_id,
    branch_id,
    created_by: ctx.actor.name,
    created_at: now as Instant,
    ...duesOf(now, draft.priority, 0, targets),
    search: searchText([number, place.order_number, place.customer_name, draft.text]),
  }
}

/** Who handles it from now on: the caller. */
export function claimOf({ actor, clock }: Context) {
  return { claimed_by: actor.id, claimed_name: actor.name, claimed_at: clock.instant() }
}

/** Opens a ticket within somebody else's unit, with its own entry in the record; whose answer was given before goes on with it. */
export async function openTicket(
  ctx: Context,
  work: Work,
  draft: NewTicket,
  origin: Origin,
  { isClaimed = false, before }: { isClaimed?: boolean; before?: Said } = {},
): Promise<{ id: Id<'ticket'>; number: string }> {
  const columns = await columnsOfNew(ctx, readOnly(work.db), draft)
  const id = newId<'ticket'>(ctx.clock.ms())
  const { topicCode, priority, queue, text, orderId, lines = [] } = draft
  const said = { topic_code: topicCode, priority, queue, text, order_id: orderId ?? null, lines: [...lines] }
  const row = await work.db
    .insertInto('ticket')
    .values({ id, ...said, ...columns, ...origin, ...(isClaimed && claimOf(ctx)), ...(before && (await answeredBefore(ctx, before))) })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tie()
  work.record({
    entity: 'ticket',
    id,
    version: 1,
    action: 'create',
    old: null,
    new: row,
    permission: 'ticket.view',
    ...heardAt(row),
  })
  if (before?.answer) await say(ctx, work, id, { kind: 'customer', ...before.answer })
  return { id, number: columns.number }
}

/** Whoever waits has waited since they said it: that is what an answer took. */
async function answeredBefore(ctx: Context, { at, answer, zone }: Said) {
  if (!answer) return {}
  const { hours } = await readTargets(ctx.services, zone)
  return { answered_at: answer.by.at, answer_minutes: deskMinutesBetween(at, answer.by.at, hours) }
}

/** Within a unit that answered what a ticket was made of: it is said in the ticket too while that is open, and is its first answer where there was none. */
export async function answerWithin(ctx: Context, work: Work, ticketId: string, text: string): Promise<void> {
  const row = await work.db
    .selectFrom('ticket')
    .leftJoin('branch', 'branch.id', 'ticket.branch_id')
    .selectAll('ticket')
    .select('branch.time_zone')
    .where('ticket.id', '=', ticketId)
    .forUpdate('ticket')
    .executeTakeFirst()
  if (!row || !isOpen(row)) return
  const told = await say(ctx, work, ticketId, { kind: 'customer', text })
  const first = row.answered_at === null ? await answeredBy(ctx, row) : {}
  const version = row.version + 1
  await work.db
    .updateTable('ticket')
    .set({ ...first, version, updated_at: ctx.clock.instant() })
    .where('id', '=', ticketId)
    .execute()
  work.tie()
  const entry = { old: { answered_at: row.answered_at }, new: { answered_at: row.answered_at, ...first, ...told.new } }
  work.record({ entity: 'ticket', id: ticketId, version, action: 'answer', ...entry, permission: 'ticket.view', ...heardAt(row) })
}

/** What is wrong with the topic of a ticket: it is none of those that are offered. */
export async function problemOfTopic(ctx: Context, code: string) {
  const found = await ctx.db
    .selectFrom('order_reason')
    .select('code')
    .where('kind', '=', 'ticket')
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst()
  return found ? null : { topicCode: 'is no topic of tickets' }
}

/** Of one that is of no place only who reaches everything hears. */
export function heardAt({ branch_id, store_id }: { branch_id: string | null; store_id: string | null }) {
  return { branchId: branch_id ?? wholeInstallation, storeId: store_id }
}

async function findPlace(ctx: Context, db: ReadDatabase, draft: NewTicket): Promise<Place> {
  const store = draft.storeId ? await findStore(ctx, db, draft.storeId) : null
  const rider = draft.riderId ? await findRider(ctx, db, draft.riderId) : null
  const customer = draft.customerId ? await findCustomer(ctx, db, draft.customerId) : null
  // An order says the others by itself.
  if (draft.orderId) return findOrderPlace(ctx, db, draft.orderId, draft.lines ?? [])
  if (draft.lines && draft.lines.length > 0) invalid({ 'body.lines': 'are of an order: name it' })
  const branch_id = store?.branch_id ?? rider?.branch_id ?? null
  if (branch_id === null && ctx.actor.scope.kind !== 'all')
    invalid({ 'body.orderId': 'is required: name an order, a store or a rider of yours' })
  return {
    branch_id,
    customer_id: draft.customerId ?? null,
    store_id: draft.storeId ?? null,
    rider_id: draft.riderId ?? null,
    order_number: null,
    customer_name: customer?.name ?? null,
    time_zone: store?.time_zone ?? rider?.time_zone ?? null,
  }
}

async function findOrderPlace(ctx: Context, db: ReadDatabase, id: string, lines: readonly number[]): Promise<Place> {
  const query = db
    .selectFrom('orders')
    .innerJoin('branch', 'branch.id', 'orders.branch_id')
    .select(['orders.number as order_number', 'orders.customer_id', 'orders.customer_name', 'orders.store_id', 'orders.branch_id'])
    .select(['orders.rider_id', 'branch.time_zone'])
    .select(sql<number[]>`array(select line from order_line where order_id = orders.id)`.as('known'))
    .where('orders.id', '=', id)
  const found = await inScope(ctx, query, { branch: 'orders.branch_id', store: 'orders.store_id' }).executeTakeFirst()
  if (!found) return invalid({ 'body.orderId': 'does not exist' })
  const { known, ...place } = found
  const stranger = lines.findIndex((line) => !known.includes(line))
  if (stranger >= 0) invalid({ [`body.lines.${stranger}`]: 'is not a line of this order' })
  return place
}

async function findStore(ctx: Context, db: ReadDatabase, id: string) {
  const query = db
    .selectFrom('store')
    .innerJoin('branch', 'branch.id', 'store.branch_id')
    .select(['store.branch_id', 'branch.time_zone'])
    .where('store.id', '=', id)
  const found = await inScope(ctx, query, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
  return found ?? invalid({ 'body.storeId': 'does not exist' })
}

async function findRider(ctx: Context, db: ReadDatabase, id: string) {
  const query = db
    .selectFrom('rider')
    .innerJoin('branch', 'branch.id', 'rider.branch_id')
    .select(['rider.branch_id', 'branch.time_zone'])
    .where('rider.id', '=', id)
  const found = await inScope(ctx, query, { branch: 'rider.branch_id' }).executeTakeFirst()
  return found ?? invalid({ 'body.riderId': 'does not exist' })
}

/** A customer who has ordered where the caller reaches, and was not erased. */
async function findCustomer(ctx: Context, db: ReadDatabase, id: string) {
  const query = db.selectFrom('customer').select(['name', 'erasure']).where('id', '=', id).where(customersVisibleTo(ctx))
  const found = (await query.executeTakeFirst()) ?? invalid({ 'body.customerId': 'does not exist' })
  return found.erasure === 'done' ? invalid({ 'body.customerId': 'was erased' }) : found
}
