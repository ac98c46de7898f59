import { type Money, orderContract, type RefundMove } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { actOnOrder } from './act/act.ts'
import type { OrderAct } from './act/decide.ts'
import { addNote } from './act/note.ts'
import { findReason } from './act/reason.ts'
import type { RefundAct, RefundMoveAct } from './act/refund.ts'
import { countUnhandled, readBoard } from './read/board.ts'
import { listOrders } from './read/list.ts'
import { presentOrder } from './read/present.ts'
import { getOrder, listCandidates, listReasons, listStatuses, revealOrder } from './read/read.service.ts'
import { registerOrderJobs } from './timers/jobs.ts'

interface Command<Body> {
  params: { id: string }
  body: Body & { version: number; note?: string | undefined }
}
interface Why {
  reason: string
}
interface Collected {
  collected?: Money | undefined
}

/** A handler that lets staff do one thing to an order at the version that they saw. */
function act<Body>(toAct: (body: Body, ctx: Context) => OrderAct | Promise<OrderAct>) {
  return async (ctx: Context, { params, body }: Command<Body>) => {
    const given = { ...(await toAct(body, ctx)), note: body.note } as OrderAct
    return actOnOrder(ctx, { id: params.id, version: body.version, mover: 'staff', act: given, present: presentOrder })
  }
}

function endWith(action: 'reject' | 'fail' | 'restore') {
  return act<Why>(async ({ reason }, ctx) => ({ action, reason: await findReason(ctx, action, reason) }))
}

/**
 * What may need another person holds for the order as it is when that is decided: what is left and where it stands, not what else was done, says
 * whether it fits.
 */
function checkedAct<Body>(toAct: (body: Body, ctx: Context) => OrderAct | Promise<OrderAct>) {
  return async (ctx: Context, { params, body }: Command<Body>) => {
    const given = { ...(await toAct(body, ctx)), note: body.note } as OrderAct
    const version = ctx.approver ? null : body.version
    return actOnOrder(ctx, { id: params.id, version, mover: 'staff', act: given, present: presentOrder })
  }
}

function moveRefund(action: RefundMove) {
  return checkedAct<Omit<RefundMoveAct, 'action'>>((body) => ({ ...body, action }) as OrderAct)
}

/** What is the rider's to do, done by staff. */
function doForRider(action: 'pickUp' | 'deliver') {
  return act<Why & Collected>(async ({ reason, collected }, ctx) => ({
    action,
    collected,
    reason: await findReason(ctx, 'on-behalf', reason),
  }))
}

export function registerOrder(app: App): void {
  registerOrderJobs(app.services.jobs)
  implement(app, orderContract, {
    list: listOrders,
    board: readBoard,
    unhandled: countUnhandled,
    reasons: listReasons,
    statuses: listStatuses,
    riders: listCandidates,
    get: getOrder,
    release: act(() => ({ action: 'release' })),
    accept: act<{ prepMinutes?: number | undefined }>(({ prepMinutes }) => ({ action: 'accept', prepMinutes })),
    reject: endWith('reject'),
    delay: act<{ minutes: number }>(({ minutes }) => ({ action: 'delay', minutes })),
    startPreparing: act(() => ({ action: 'startPreparing' })),
    markReady: act(() => ({ action: 'markReady' })),
    packWeights: act<{ lines: { line: number; packedGrams: number }[] }>(({ lines }) => ({ action: 'packWeights', packed: lines })),
    assignRider: act<{ riderId: string }>(({ riderId }) => ({ action: 'assignRider', rider: { id: riderId } })),
    unassignRider: act(() => ({ action: 'unassignRider' })),
    pickUp: doForRider('pickUp'),
    deliver: doForRider('deliver'),
    collect: act<Collected>(({ collected }) => ({ action: 'collect', collected })),
    fail: endWith('fail'),
    cancel: checkedAct<Why>(async ({ reason }, ctx) => ({ action: 'cancel', reason: await findReason(ctx, 'cancel', reason) })),
    restore: endWith('restore'),
    refund: checkedAct<Omit<RefundAct, 'action' | 'reason'> & { reasonCode: string }>(async ({ reasonCode, ...body }, ctx) => ({
      ...body,
      action: 'refund',
      reason: await findReason(ctx, 'refund', reasonCode, 'reasonCode'),
    })),
    approveRefund: moveRefund('approveRefund'),
    declineRefund: moveRefund('declineRefund'),
    sendRefund: moveRefund('sendRefund'),
    retryRefund: moveRefund('retryRefund'),
    completeRefund: moveRefund('completeRefund'),
    failRefund: moveRefund('failRefund'),
    addNote,
    reveal: revealOrder,
  })
}
