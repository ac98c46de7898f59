import { eventWordsOf, type Instant, type OrderEvent, type OrderMover, relativeTime } from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { allow } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, notFound, Refusal, refuse, stale } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { keepTold } from '#modules/payment/difference-row.service.ts'
import { carryCash, findCarrier, holdRiders, presentCarrier, settleRiders, whyNotCarry } from '#modules/rider/rider.service.ts'
import { countGiven, noteDelivered } from '#modules/rider/rider-earning.service.ts'
import { readOrderRules } from '../order.rules.ts'
import { travelMinutesBetween } from '../place/promise.ts'
import { findOrder, lockOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { type DetailedOrder, isWeighed } from '../read/record.ts'
import { announceGivenBack, announceLetGo, announceRelease } from '../timers/notice.ts'
import { isWaiting, sellsNow } from '../timers/release.ts'
import { holdToRestore, moveCredits } from './credit.ts'
import { decideOrder, type OrderAct } from './decide.ts'
import { type Judge, permissionOf } from './policy.ts'
import { reasonOf, whyWords } from './reason.ts'
import { dueAtHandOver } from './refundable.ts'
import type { Decision, Verdict } from './verdict.ts'
import { type NewEvent, writeDecision } from './write.ts'

export interface ActFacts<R> {
  id: string
  /** The version that the caller saw; null for the apps of stores, riders and customers, and for timers. */
  version: number | null
  mover: OrderMover
  act: OrderAct
  /** What else is written with it, of the order as it was; it stands in the record before the order's own entry. */
  also?(work: Work, before: DetailedOrder): Promise<void>
  present(order: DetailedOrder, judge: Judge): R
}

/**
 * The one way in which an order moves: locks its row, compares the version, decides, writes the row with its entry in the timeline,
 * and settles the rider. 409 with the newer order when somebody else was first, naming who and what.
 */
export async function actOnOrder<R>(ctx: Context, facts: ActFacts<R>): Promise<R> {
  const { id, act, mover } = facts
  const judge: Judge = { actor: ctx.actor, rules: await readOrderRules(ctx.services), now: ctx.clock.instant() }
  return unitOfWork(ctx, async (work) => {
    const order = (await lockOrder(readOnly(work.db), ctx, id)) ?? notFound('order')
    if (mover === 'staff') allow(ctx, permissionOf(act.action))
    if (facts.version !== null && facts.version !== order.version) await refuseAsStale(ctx, work, id, judge)
    if (act.action === 'restore') await holdStore(work, order)
    const rider = act.action === 'assignRider' ? await chooseRider(work, order, act.rider.id) : null
    const creditMinor = await holdToRestore(work, order, act, judge.now)
    const decision = accepted(order, decideOrder(order, act, { ...judge, ...circumstances(order, judge), creditMinor, mover }), judge)
    await moveCredits(ctx, work, order, { decision, heldAt: judge.now })
    const event = eventOf(ctx, order, facts, decision, judge.now, rider?.name)
    const written = await writeDecision(ctx, work, order, renewing(order, decision, ctx, judge.now), event)
    const moved = { ...written, ...namesAfter(written, act, rider) }
    await settle(ctx, work, order, moved, facts)
    await facts.also?.(work, order)
    recordMove(work, order, moved, act, decision)
    if (isReleased(order, moved)) announceRelease(work, moved, judge)
    if (event.type === 'voidPayment') announceLetGo(work, moved, judge.now)
    if (isNotPaidAnyMore(order, moved, event)) announceGivenBack(work, moved, judge.now)
    if (decision.difference) await keepTold(ctx, work, moved, decision.difference)
    return facts.present(moved, judge)
  })
}

/** Whoever acts on an order that they handle goes on handling it; the record says what they did, not that. */
function renewing({ claimed_by }: DetailedOrder, decision: Decision, { actor }: Context, now: Instant): Decision {
  if (claimed_by !== actor.id || 'claimed_at' in decision.changes) return decision
  return { ...decision, changes: { ...decision.changes, claimed_at: now } }
}

async function refuseAsStale(ctx: Context, work: Work, id: string, judge: Judge): Promise<never> {
  const newer = (await findOrder(readOnly(work.db), ctx, id)) ?? notFound('order')
  const last = newer.events.findLast(({ type }) => type !== 'note')
  return stale(presentOrder(newer, judge), last ? tellEvent(last, judge) : 'This order was changed meanwhile.')
}

/** A store is not terminated while an order of its is brought back, and has none brought back once it is. */
async function holdStore({ db }: Work, { store_id, store_name }: DetailedOrder): Promise<void> {
  const there = await sql`select from store where id = ${store_id} and status <> 'terminated' for key share`.execute(db)
  if (there.rows.length === 0) refuse('store-terminated', `${store_name} was terminated.`)
}

/** Whoever is given an order is held first, with whoever had it: as they stand then, nobody changes them until it is theirs. */
async function chooseRider(work: Work, order: DetailedOrder, riderId: string) {
  await holdRiders(
    work,
    [order.rider_id, riderId].filter((id) => id !== null),
  )
  const rider = await findCarrier(readOnly(work.db), riderId)
  if (!rider || rider.branch_id !== order.branch_id) {
    // Whether there is such a rider elsewhere is nobody's to know: it says what is known of the order alone.
    const message = `${order.number} is an order of ${order.branch_name}: no rider of another branch carries it.`
    return invalid({ 'body.riderId': 'is not a rider of this branch' }, { message })
  }
  const because = whyNotCarry(rider, order)
  return because === null ? rider : refuse('rider-cannot', `${rider.name}: ${because}`, { 'body.riderId': because })
}

/** Whether it has just reached its store. */
function isReleased(before: DetailedOrder, after: DetailedOrder): boolean {
  return isWaiting(before) && before.pending_at === null && after.pending_at !== null
}

/** Whether money went back of an order that runs and was not to: its customer pays again at hand-over. */
function isNotPaidAnyMore(before: DetailedOrder, after: DetailedOrder, { type }: NewEvent): boolean {
  return type === 'completeRefund' && after.due_minor > before.due_minor
}

function circumstances(order: DetailedOrder, { rules, now }: Judge) {
  const isDelivery = order.order_type === 'delivery'
  const road = travelMinutesBetween({ lat: order.store_lat, lng: order.store_lng }, order.address?.point)
  return {
    travelMinutes: isDelivery ? (road ?? rules.travelMinutes) : null,
    prepMinutes: order.store_minutes,
    isAcceptedAtOnce: order.store_auto_accept && sellsNow(order, now),
  }
}

/** The decision, or the refusal thrown: a wrong input names its field, a wrong state says who brought it about. */
function accepted(order: DetailedOrder, verdict: Verdict, judge: Judge): Decision {
  if ('changes' in verdict) return verdict
  if ('misfit' in verdict) {
    const { field, reason, message, fields } = verdict.misfit
    return invalid(fields ?? { [field]: message }, { reason })
  }
  const { refused } = verdict
  const last = refused.reason === 'wrong-status' ? order.events.findLast(({ to }) => to === order.status) : undefined
  throw new Refusal('refused', { ...refused, message: last ? `${refused.message} ${tellEvent(last, judge)}` : refused.message })
}

function eventOf<R>(
  ctx: Context,
  order: DetailedOrder,
  { mover, act }: ActFacts<R>,
  { changes, reason, told, type = act.action }: Decision,
  at: Instant,
  newRider: string | undefined,
): NewEvent {
  const names = { staff: ctx.actor.name, system: ctx.actor.name, store: order.store_name, customer: order.customer_name }
  return {
    type,
    from: order.status,
    to: changes.status ?? null,
    actorKind: mover,
    actorId: mover === 'staff' ? ctx.actor.id : null,
    actorName: mover === 'rider' ? (newRider ?? order.rider_name ?? ctx.actor.name) : names[mover],
    source: ctx.actor.kind === 'channel' ? ctx.actor.name : mover === 'system' ? 'timer' : 'back-office',
    reason,
    reasonLabel: reasonOf(act)?.label ?? null,
    note: [told, act.note].filter(Boolean).join('. ') || null,
    isInternal: changes.status === undefined && !openActs.has(type),
    order: null,
    at,
  }
}

/** What changes no status, and yet concerns the customer. */
const openActs: ReadonlySet<string> = new Set(['delay', 'edit', 'voidPayment', 'refund', 'approveRefund', 'completeRefund'])

function namesAfter(order: DetailedOrder, act: OrderAct, rider: Awaited<ReturnType<typeof chooseRider>> | null): Partial<DetailedOrder> {
  const label = order.end_reason === null ? null : (reasonOf(act)?.label ?? null)
  const named = {
    end_reason_label: label,
    weighed_lines: order.lines.filter(isWeighed).length,
    unpacked_lines: order.lines.filter((line) => isWeighed(line) && line.packed_grams === null).length,
  }
  if (rider) return { ...named, rider_name: rider.name, rider: presentCarrier(rider) }
  return order.rider_id === null ? { ...named, rider_name: null, rider: null } : named
}

async function settle<R>(ctx: Context, work: Work, before: DetailedOrder, after: DetailedOrder, facts: ActFacts<R>): Promise<void> {
  const { action } = facts.act
  const changedHands = before.rider_id !== after.rider_id || action === 'deliver' || action === 'fail'
  if (!changedHands) return
  await settleRiders(
    work,
    [...new Set([before.rider_id, after.rider_id])].filter((id) => id !== null),
  )
  if (action === 'assignRider' && after.rider_id) await countGiven(ctx, work, after.rider_id, after.branch_time_zone, false)
  if (action === 'unassignRider' && before.rider_id && facts.mover === 'rider')
    await countGiven(ctx, work, before.rider_id, before.branch_time_zone, true)
  if (action === 'deliver') await noteDelivered(ctx, work, after)
  const cash = action === 'deliver' && before.payment_method !== 'card' ? dueAtHandOver(before) : 0
  if (cash > 0 && after.rider_id) await carryCash(work, after.rider_id, cash)
}

function recordMove(work: Work, before: DetailedOrder, after: DetailedOrder, act: OrderAct, { changes, facts }: Decision): void {
  const old = Object.fromEntries(Object.keys(changes).map((column) => [column, before[column as keyof DetailedOrder]]))
  work.record({
    entity: 'order',
    id: after.id,
    version: after.version,
    action: act.action,
    old: { ...old, ...facts?.old },
    new: { ...changes, ...facts?.new },
    reason: whyWords(act),
    permission: 'order.view',
    branchId: after.branch_id,
    storeId: after.store_id,
  })
}

/** "Priya Nair accepted this order just now." Outside programs are told which party it was, and no name. */
function tellEvent(event: Pick<OrderEvent, 'type' | 'actorKind' | 'actorName' | 'at'>, { actor, now }: Judge): string {
  const who = actor.kind === 'channel' ? movers[event.actorKind] : event.actorName
  // Another process's clock may be a little ahead: what has happened is not to come.
  return `${who} ${eventWordsOf(event.type).deed} ${relativeTime(event.at < now ? event.at : now, now)}.`
}

const movers = {
  staff: 'Staff',
  store: 'The store',
  rider: 'The rider',
  customer: 'The customer',
  system: 'A timer',
} as const satisfies Record<OrderMover, string>
