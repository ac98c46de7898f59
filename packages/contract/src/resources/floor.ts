import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { type BoardStage, boardStages, OrderStatus, promisedStatuses } from '../order-states.ts'
import { Named } from '../page.ts'
import { keysOf } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Vertical } from '../verticals.ts'
import { OrderType } from './order-shapes.ts'
import { TrackPoint } from './order-track.ts'
import { ShiftState } from './rider.ts'

/** A shift at most is replayed at once. */
export const mostReplayedHours = 12
/** So many hours are replayed where nobody says which. */
export const replayedHoursUnasked = 3
/** So many orders at most, the newest. */
export const mostReplayedOrders = 2_000

/** When an order came into a status, and whether a timer brought it there. */
const ReplayStep = z.strictObject({ at: Instant, status: OrderStatus, isByTimer: z.boolean() })

/** An order that was on the board within a window, with all that moved it. */
export const ReplayOrder = z.strictObject({
  id: idOf('order'),
  number: z.string(),
  vertical: Vertical,
  orderType: OrderType,
  storeId: z.string(),
  customerPoint: z.nullable(Point),
  promisedAt: z.nullable(Instant),
  /** Oldest first. */
  steps: z.array(ReplayStep),
  /** Who carried it last, and from when. */
  riderId: z.nullable(z.string()),
  carriedFrom: z.nullable(Instant),
})
export type ReplayOrder = z.infer<typeof ReplayOrder>

export const FloorReplay = z.strictObject({
  from: Instant,
  to: Instant,
  orders: z.array(ReplayOrder),
  /** There were more orders: these are the newest. */
  isCut: z.boolean(),
  stores: z.array(z.extend(Named, { point: Point })),
  /** Where riders were while they carried one of the orders; of a long window one position in so many seconds. */
  riders: z.array(z.extend(Named, { points: z.array(TrackPoint) })),
  everySeconds: z.int(),
})
export type FloorReplay = z.infer<typeof FloorReplay>

/** So many open orders and so many riders at most are on a map: the orders that wait the longest, the riders heard of last. */
export const mostOnMap = 500

/** An open order as a map of all shows it. */
export const FloorOrder = z.strictObject({
  ...z.pick(ReplayOrder, { id: true, number: true, vertical: true, orderType: true, storeId: true, customerPoint: true, promisedAt: true })
    .shape,
  status: z.enum(promisedStatuses),
  acceptedAt: z.nullable(Instant),
  readyAt: z.nullable(Instant),
  /** What it takes to prepare: its own minutes, else those of its store. */
  prepMinutes: z.int(),
  pickedUpAt: z.nullable(Instant),
  riderId: z.nullable(z.string()),
  version: z.int(),
})
export type FloorOrder = z.infer<typeof FloorOrder>

/** A rider on shift, or with an open order. */
export const FloorRider = z.extend(Named, {
  shiftState: ShiftState,
  /** Where they were heard of last, and when; null of one who never was. */
  point: z.nullable(Point),
  positionedAt: z.nullable(Instant),
})
export type FloorRider = z.infer<typeof FloorRider>

export const FloorMap = z.strictObject({
  /** The oldest first. */
  orders: z.array(FloorOrder),
  /** There are more of either. */
  isCut: z.boolean(),
  stores: FloorReplay.shape.stores,
  riders: z.array(FloorRider),
})
export type FloorMap = z.infer<typeof FloorMap>

/** What all that is open looks like, now and then: apart from the order, whose pages need none of it. */
export const floorContract = /* @__PURE__ */ contract('floor', {
  map: get('/floor/map', {
    permission: 'order.view',
    query: z.strictObject({
      branchId: z.optional(idOf('branch')),
      vertical: z.optional(Vertical),
      status: z.optional(z.enum(promisedStatuses)),
    }),
    response: FloorMap,
    alsoShows: ['order', 'rider', 'store'],
    summary: `The open orders with their stores and where they go, at most ${mostOnMap}, and where the riders of the scope are, for whoever sees deliveries`,
  }),
  replay: get('/floor/replay', {
    permission: 'order.view',
    query: z.strictObject({ branchId: z.optional(idOf('branch')), from: z.optional(Instant), to: z.optional(Instant) }),
    response: FloorReplay,
    alsoShows: ['order', 'rider', 'store'],
    summary:
      'The orders of a window of at most 12 hours with all that moved them, and where their riders were; the last three hours unless told',
  }),
})

const stageOf = new Map<OrderStatus, BoardStage>(keysOf(boardStages).map((stage) => [boardStages[stage], stage]))

/** Where an order stood at an instant, and since when; null before it came and in no status of before. Pure. */
export function standingAt({ steps }: ReplayOrder, at: Instant): { status: OrderStatus; since: Instant } | null {
  const last = steps.findLast((step) => step.at <= at)
  return last ? { status: last.status, since: last.at } : null
}

/** An order on the board as it stood at an instant. */
export interface Standing {
  order: ReplayOrder
  since: Instant
}

/** The board as it stood at an instant: by stage the orders that were in it, the oldest first. Pure. */
export function boardAt(orders: readonly ReplayOrder[], at: Instant): Record<BoardStage, Standing[]> {
  const board = Object.fromEntries(keysOf(boardStages).map((stage) => [stage, [] as Standing[]])) as Record<BoardStage, Standing[]>
  for (const order of orders) {
    const standing = standingAt(order, at)
    const stage = standing && stageOf.get(standing.status)
    if (stage) board[stage].push({ order, since: standing.since })
  }
  for (const stage of keysOf(board)) board[stage].sort((a, b) => (a.order.id < b.order.id ? -1 : 1))
  return board
}

export const replayMarkLabels = { 'timed-out': 'Rejected by timeout', late: 'Late', cancelled: 'Cancelled', failed: 'Failed' } as const
export type ReplayMarkKind = keyof typeof replayMarkLabels
export interface ReplayMark {
  at: Instant
  kind: ReplayMarkKind
  order: ReplayOrder
}

/** What went wrong within a window, in its order: orders that nobody answered, that became late, that were called off or failed. Pure. */
export function marksOf({ orders, from, to }: Pick<FloorReplay, 'orders' | 'from' | 'to'>): ReplayMark[] {
  const marks = orders.flatMap((order): ReplayMark[] => {
    const ended = order.steps.flatMap(({ at, status, isByTimer }): ReplayMark[] => {
      if (status === 'rejected') return isByTimer ? [{ at, kind: 'timed-out', order }] : []
      return status === 'cancelled' || status === 'failed' ? [{ at, kind: status, order }] : []
    })
    const { promisedAt } = order
    const standing = promisedAt && standingAt(order, promisedAt)
    return promisedAt && standing && stageOf.has(standing.status) ? [...ended, { at: promisedAt, kind: 'late', order }] : ended
  })
  return marks.filter(({ at }) => at >= from && at <= to).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Where a rider was heard of last before an instant; null where nobody had yet. Pure. */
export function positionAt({ points }: { points: readonly TrackPoint[] }, at: Instant): TrackPoint | null {
  return points.findLast((point) => point.at <= at) ?? null
}
