import type { Context, Jobs } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { actOnOrder } from '../act/act.ts'
import type { OrderAct } from '../act/decide.ts'
import { noAnswer, notPaid } from '../order.reference.ts'
import { readOrderRules } from '../order.rules.ts'
import type { DetailedOrder } from '../read/record.ts'
import { findDueForRelease, findIdleClaims, findUnanswered, findUnpaid } from './due.ts'
import { sellsNow } from './release.ts'
import { warnOfUnsent } from './unsent.ts'
import { warnOfWaiting } from './warn.ts'

/** The timers of an order's life. Each looks up what is due, so that nothing is forgotten while the program was down. */
export function registerOrderJobs(jobs: Jobs): void {
  jobs.register('warn-waiting-orders', { everySeconds: 2 }, warnOfWaiting)
  jobs.register('reject-unanswered-orders', { everySeconds: 2 }, rejectUnanswered)
  jobs.register('cancel-unpaid-orders', { everySeconds: 5 }, cancelUnpaid)
  jobs.register('release-scheduled-orders', { everySeconds: 5 }, releaseScheduled)
  jobs.register('warn-unsent-refunds', { everySeconds: 60 }, warnOfUnsent)
  jobs.register('end-idle-claims', { everySeconds: 5 }, endIdleClaims)
}

async function rejectUnanswered(ctx: Context): Promise<void> {
  const { autoRejectMinutes } = await readOrderRules(ctx.services)
  for (const id of await findUnanswered(ctx, autoRejectMinutes)) await actInTime(ctx, id, { action: 'reject', reason: noAnswer })
}

async function cancelUnpaid(ctx: Context): Promise<void> {
  const { paymentMinutes } = await readOrderRules(ctx.services)
  for (const id of await findUnpaid(ctx, paymentMinutes)) await actInTime(ctx, id, { action: 'cancel', reason: notPaid })
}

async function endIdleClaims(ctx: Context): Promise<void> {
  const { claimMinutes } = await readOrderRules(ctx.services)
  for (const id of await findIdleClaims(ctx, claimMinutes)) await actInTime(ctx, id, { action: 'unclaim' })
}

/** Orders for later go to their store in time; those of stores that accept by themselves are accepted at once. */
async function releaseScheduled(ctx: Context): Promise<void> {
  for (const { id, isAcceptedAtOnce, prepMinutes } of await findDueForRelease(ctx)) {
    const released = await actInTime(ctx, id, { action: 'release' })
    // A store that can't take it now doesn't accept by itself either: staff decide.
    if (released && isAcceptedAtOnce && sellsNow(released, ctx.clock.instant())) await actInTime(ctx, id, { action: 'accept', prepMinutes })
  }
}

/** The order as it then is; null when somebody else was first and it no longer is where the timer found it. */
async function actInTime(ctx: Context, id: string, act: OrderAct): Promise<DetailedOrder | null> {
  try {
    return await actOnOrder(ctx, { id, version: null, mover: 'system', act, present: (order) => order })
  } catch (error) {
    if (error instanceof Refusal && (error.kind === 'refused' || error.kind === 'not-found')) return null
    throw error
  }
}
