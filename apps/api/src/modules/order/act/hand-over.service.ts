import { transitionOf } from '@larder/contract'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { lockOrder } from '../read/detail.ts'
import type { DetailedOrder } from '../read/record.ts'
import type { OrderChanges } from './verdict.ts'
import { staffEvent, writeDecision } from './write.ts'

interface Person {
  id: string
  name: string
}

/** The orders in progress that somebody handles, the oldest first. */
export function findClaims(db: ReadDatabase, staffId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'branch_id', 'store_id'])
    .where('claimed_by', '=', staffId)
    .where('status', 'in', [...transitionOf('claim').from])
    .orderBy('id')
    .execute()
}

interface HandOver {
  from: Person
  /** Null gives them back to whoever claims them. */
  to: Person | null
  reason: string
}

/** Within a unit that ends somebody's access: each order that they handle goes to another, and its timeline and record say so. */
export async function handOverClaims(ctx: Context, work: Work, { from, to, reason }: HandOver): Promise<void> {
  const claims = await findClaims(readOnly(work.db), from.id)
  // Whoever may close the account hands over what it holds, though they themselves may not see every order of it.
  const everywhere: Context = { ...ctx, actor: { ...ctx.actor, scope: { kind: 'all' } } }
  for (const { id } of claims) {
    const order = await lockOrder(readOnly(work.db), everywhere, id)
    if (order?.claimed_by === from.id)
      await pass(ctx, work, order, { to, note: `${to ? `From ${from.name} to ${to.name}` : `Released by ${from.name}`}: ${reason}` })
  }
}

interface Handed {
  id: string
  /** Whose claim is handed over with it; null where none is. */
  heldBy: string | null
}

/**
 * Within a unit: the caller handles those of these orders from now on that still run, that they see, and that nobody else claimed meanwhile. Answers
 * the ids of those. Locked in the order of their ids: two who sign at once wait for each other.
 */
export async function takeClaims(ctx: Context, work: Work, orders: readonly Handed[], note: string): Promise<string[]> {
  const taken: string[] = []
  for (const { id, heldBy } of orders.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const order = await lockOrder(readOnly(work.db), ctx, id)
    if (!order || !transitionOf('claim').from.includes(order.status)) continue
    const isTheirs = order.claimed_by === ctx.actor.id
    if (isTheirs) taken.push(id)
    if (isTheirs || (order.claimed_by !== null && order.claimed_by !== heldBy)) continue
    const from = order.claimed_name ? `From ${order.claimed_name} to` : 'To'
    await pass(ctx, work, order, { to: ctx.actor, note: `${from} ${ctx.actor.name}: ${note}` })
    taken.push(id)
  }
  return taken
}

async function pass(ctx: Context, work: Work, order: DetailedOrder, { to, note }: { to: Person | null; note: string }): Promise<void> {
  const at = ctx.clock.instant()
  const changes: OrderChanges = { claimed_by: to?.id ?? null, claimed_name: to?.name ?? null, claimed_at: to && at }
  const event = staffEvent(ctx, order, { type: to ? 'handOver' : 'unclaim', note, isInternal: true, at })
  const moved = await writeDecision(ctx, work, order, { changes, lines: [], payment: null, reason: null }, event)
  work.tie()
  work.record({
    entity: 'order',
    id: order.id,
    version: moved.version,
    action: event.type,
    old: { claimed_by: order.claimed_by, claimed_name: order.claimed_name },
    new: { claimed_by: changes.claimed_by, claimed_name: changes.claimed_name },
    reason: note,
    permission: 'order.view',
    branchId: order.branch_id,
    storeId: order.store_id,
  })
}
