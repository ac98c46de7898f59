import { addMinutes, type Gateway, type Instant, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { readBookedPayments } from './booked-payment.ts'
import { type BookedPayment, type Difference, differencesOf } from './difference.decide.ts'
import { addDifference, placeOfOrder } from './difference-row.service.ts'
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

/** What the books say of the payments of some time. */
function readBooked(ctx: Context, gateway: Gateway, since: Instant, until: Instant): Promise<BookedPayment[]> {
  return readBookedPayments(
    ctx.services.db,
    sql`payment.gateway = ${gateway} and payment.reference is not null and payment.created_at >= ${since} and payment.created_at <= ${until}`,
  )
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
    const told = kept
      .filter(({ status }) => status === 'open')
      .map((row) => [row, found.find((each) => nameOf(each) === nameOf(row))] as const)
    const others = told.flatMap(([row, now]) => (now && !saysSame(row, now) ? [[row, now] as const] : []))
    for (const row of gone) await change(ctx, work, row, { status: 'gone' })
    for (const [row, { oursMinor, theirsMinor }] of others)
      await change(ctx, work, row, { ours_minor: oursMinor, theirs_minor: theirsMinor })
    for (const difference of news) await addDifference(ctx, work, { ...difference, who: { gateway } })
    if (gone.length + others.length + news.length === 0) work.nothing()
  })
}

type Kept = OwnRow<'payment_difference'>

function nameOf({ kind, reference }: { kind: string; reference: string }): string {
  return `${kind} ${reference}`
}

/** Whether it is told already: open, or settled as it is with nothing booked for it. */
function isSame(row: Kept, difference: Difference): boolean {
  if (nameOf(row) !== nameOf(difference)) return false
  const isBooked = row.booked_captured_minor !== null || row.booked_refunded_minor !== null
  return row.status === 'open' || (!isBooked && saysSame(row, difference))
}

function saysSame(row: Kept, { oursMinor, theirsMinor }: Difference): boolean {
  return row.ours_minor === oursMinor && row.theirs_minor === theirsMinor
}

type Changes = { status: 'gone' } | Pick<Kept, 'ours_minor' | 'theirs_minor'>

// Whoever settles it has seen these very amounts: another amount is another version.
async function change(ctx: Context, work: Work, row: Kept, to: Changes): Promise<void> {
  const { id, version, order_id } = row
  await work.db
    .updateTable('payment_difference')
    .set({ ...to, version: version + 1, updated_at: ctx.clock.instant() })
    .where('id', '=', id)
    .execute()
  const old = Object.fromEntries(Object.keys(to).map((column) => [column, row[column as keyof Kept]]))
  work.record({ ...(await placeOfOrder(work, order_id)), id, version: version + 1, action: 'change', old, new: to })
}
