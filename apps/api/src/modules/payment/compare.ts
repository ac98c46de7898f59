import { addMinutes, differenceLabels, type Gateway, gatewayLabels, type Instant, money, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { type BookedPayment, type Difference, differencesOf } from './difference.decide.ts'
import type { GatewayPayment, PaymentGateway } from './gateway.ts'
import { settlePayment } from './payment.settle.ts'

/** Days back that are compared: what a gateway may still change. */
const daysBack = 7
/** What is as young is still on its way on either side. */
const youngMinutes = 1

/** What came of a comparison. */
export interface Compared {
  payments: number
  differences: number
}

/**
 * Compares our payments of the last days with the gateway's list. What differs is looked up once more by itself, so that only what stays
 * different is kept; what is not found any more is gone. New differences reach the bell.
 */
export async function comparePayments(ctx: Context, gateway: PaymentGateway, onProgress = async (_done: number) => {}): Promise<Compared> {
  const until = addMinutes(ctx.clock.instant(), -youngMinutes)
  const since = addMinutes(until, -daysBack * 24 * 60)
  const theirs: GatewayPayment[] = []
  for await (const payment of gateway.list(since)) {
    theirs.push(payment)
    if (theirs.length % 100 === 0) await onProgress(theirs.length)
  }
  const ours = await readBooked(ctx, gateway.name, since, until)
  const first = differencesOf(ours, theirs)
  const doubted = [...new Set(first.flatMap(({ paymentId }) => paymentId ?? []))]
  for (const id of doubted) await settlePayment(ctx, gateway, id)
  const again = await lookAgain(ctx, gateway, first, since)
  const known = new Set(ours.map(({ reference }) => reference))
  const young = new Set(await findYoung(ctx, gateway.name, until))
  const found = again.filter(({ kind, reference }) => kind !== 'unknown' || (!known.has(reference) && !young.has(reference)))
  await keepFound(ctx, gateway.name, { found, since, payments: Math.max(theirs.length, ours.length) })
  return { payments: Math.max(theirs.length, ours.length), differences: found.length }
}

/** Those that differed, as both sides say now. */
async function lookAgain(ctx: Context, gateway: PaymentGateway, first: readonly Difference[], since: Instant): Promise<Difference[]> {
  const references = new Set(first.map(({ reference }) => reference))
  const said: GatewayPayment[] = []
  for (const reference of references) {
    const answer = await gateway.look(reference)
    if ('payment' in answer) said.push(answer.payment)
    else if ('away' in answer) throw new Error(`the gateway does not answer: ${answer.away}`)
  }
  const ours = await readBooked(ctx, gateway.name, since, ctx.clock.instant())
  return differencesOf(
    ours.filter(({ reference }) => references.has(reference)),
    said,
  )
}

const captured = sql`case when orders.payment_state in ('captured', 'partially_refunded', 'refunded') then orders.total_minor - due_minor - collected_minor
  + coalesce((select sum(amount_minor) from refund where order_id = orders.id and cause in ('weights', 'edit') and state <> 'declined'), 0)
  when orders.payment_state = 'authorised' and orders.delivered_at is not null then least(payment.amount_minor, orders.total_minor - due_minor - collected_minor)
  else 0 end`

/** What the books say: as much as the ledger has at the gateway for the order, and of one that was handed over what was to be captured. */
async function readBooked(ctx: Context, gateway: Gateway, since: Instant, until: Instant): Promise<BookedPayment[]> {
  const { rows } = await sql<BookedPayment>`
    select payment.id, payment.order_id as "orderId", payment.reference, payment.currency, (${captured})::bigint as "capturedMinor",
      (select coalesce(sum(amount_minor), 0) from refund where order_id = orders.id and method = 'source' and state = 'done')::bigint as "refundedMinor"
    from payment join orders on orders.id = payment.order_id
    where payment.gateway = ${gateway} and payment.reference is not null and payment.created_at >= ${since} and payment.created_at <= ${until}`.execute(
    ctx.services.db,
  )
  return rows
}

async function findYoung(ctx: Context, gateway: Gateway, until: Instant): Promise<string[]> {
  const rows = await ctx.services.db
    .selectFrom('payment')
    .select('reference')
    .where('gateway', '=', gateway)
    .where('created_at', '>', until)
    .where('reference', 'is not', null)
    .execute()
  return rows.flatMap(({ reference }) => reference ?? [])
}

interface Found {
  found: Difference[]
  since: Instant
  payments: number
}

async function keepFound(ctx: Context, gateway: Gateway, { found, since, payments }: Found): Promise<void> {
  const now = ctx.clock.instant()
  await unitOfWork(ctx, async (work) => {
    work.tie()
    await work.db
      .insertInto('payment_comparison')
      .values({ id: newId(ctx.clock.ms()), gateway, since, finished_at: now, payments, differences: found.length })
      .execute()
    const kept = await work.db
      .selectFrom('payment_difference')
      .selectAll()
      .where('gateway', '=', gateway)
      .where('status', 'in', ['open', 'settled'])
      .forUpdate()
      .execute()
    const are = new Set(found.map(nameOf))
    const gone = kept.filter((row) => row.status === 'open' && !are.has(nameOf(row)) && row.created_at >= since)
    const news = found.filter((difference) => !kept.some((row) => isSame(row, difference)))
    for (const row of gone) await markGone(ctx, work, row)
    for (const difference of news) await addDifference(ctx, work, gateway, difference)
    if (gone.length + news.length === 0) work.nothing()
  })
}

type Kept = OwnRow<'payment_difference'>

function nameOf({ kind, reference }: { kind: string; reference: string }): string {
  return `${kind} ${reference}`
}

/** Whether it is told already: open, or settled as it is. */
function isSame(row: Kept, { oursMinor, theirsMinor, ...difference }: Difference): boolean {
  if (nameOf(row) !== nameOf(difference)) return false
  return row.status === 'open' || (row.ours_minor === oursMinor && row.theirs_minor === theirsMinor)
}

async function markGone(ctx: Context, work: Work, { id, version, order_id }: Kept): Promise<void> {
  const status = 'gone'
  await work.db
    .updateTable('payment_difference')
    .set({ status, version: version + 1, updated_at: ctx.clock.instant() })
    .where('id', '=', id)
    .execute()
  const place = await placeOfOrder(work, order_id)
  work.record({ ...place, id, version: version + 1, action: 'change', old: { status: 'open' }, new: { status } })
}

async function addDifference(ctx: Context, work: Work, gateway: Gateway, difference: Difference): Promise<void> {
  const { kind, reference, paymentId, orderId, oursMinor, theirsMinor, currency } = difference
  const id = newId<'payment-difference'>(ctx.clock.ms())
  const told = { gateway, kind, reference, ours_minor: oursMinor, theirs_minor: theirsMinor, currency }
  const now = ctx.clock.instant()
  const row = { id, ...told, payment_id: paymentId, order_id: orderId, created_at: now, updated_at: now }
  await work.db.insertInto('payment_difference').values(row).execute()
  const place = await placeOfOrder(work, orderId)
  work.record({ ...place, id, version: 1, action: 'create', old: null, new: told })
  const words = (minor: number) => format().money(money(minor, currency))
  const payload = {
    id: newId<'message'>(ctx.clock.ms()),
    tone: 'error' as const,
    title: differenceLabels[kind],
    text: `${gatewayLabels[gateway]}, payment ${reference}: ${words(oursMinor)} here, ${words(theirsMinor)} there.`,
    entity: paymentId === null ? null : 'payment',
    entityId: paymentId,
    at: now,
  }
  work.notify({ kind: 'message', ...place, entityId: id, version: 1, payload })
}

/** Who may hear of it: whoever may see its order; of a payment that has none, who reaches everything. */
async function placeOfOrder({ db }: Work, orderId: string | null) {
  const facts = { entity: 'payment-difference', permission: 'order.view' } as const
  const order = orderId && (await db.selectFrom('orders').select(['branch_id', 'store_id']).where('id', '=', orderId).executeTakeFirst())
  return order ? { ...facts, branchId: order.branch_id, storeId: order.store_id } : { ...facts, branchId: wholeInstallation, storeId: null }
}
