import { addSeconds, type channelContract, type Instant, type Output, type Point, type ShiftState } from '@larder/contract'
import { sql } from 'kysely'
import { inScope, type ScopeColumns, withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { noteShift } from './rider-shift.service.ts'

interface Position {
  riderId: string
  point: Point
  at: Instant
  orderId: string | null
  shiftState: ShiftState | undefined
  batteryPct: number | undefined
}

/** Whether a position counts, else why not, and how many messages of staff the rider has not read. */
type Heard = Output<typeof channelContract.positions>

interface Moved {
  branch_id: string
  version: number
  old_state: ShiftState
  shift_state: ShiftState
  unread_messages: number
}

/** A key that speaks for branches has their riders, one that plays a whole marketplace all of them. */
export const riderScope = { branch: 'rider.branch_id', channel: 'all' } as const satisfies ScopeColumns

const toleratedSecondsAhead = 60
/** A shift told later than this began, or ended, when it was told: a phone may think that it is 1970. */
const toldLateHours = 24
/** Of a rider's way so far one position in so many seconds is kept, while they are at work. */
const keptSeconds = 10

/** Takes a rider's position; only the newest counts, and of their way now and then one is kept. A change of shift is a fact of the record, where a rider is right now is not. */
export async function moveRider(ctx: Context, { riderId, point, at, orderId, shiftState, batteryPct }: Position): Promise<Heard> {
  if (at > addSeconds(ctx.clock.instant(), toleratedSecondsAhead)) invalid({ 'body.at': 'lies in the future' })
  const now = ctx.clock.instant()
  const toldAt = at < addSeconds(now, -toldLateHours * 3600) ? now : at
  const state = shiftState ?? null
  const isKept = sql`coalesce(rider.tracked_at <= ${addSeconds(at, -keptSeconds)}, true) and coalesce(${state}, rider.shift_state) <> 'off'`
  return unitOfWork(ctx, async (work) => {
    const { rows } = await sql<Moved>`
      with moved as (update rider set lat = ${point.lat}, lng = ${point.lng}, positioned_at = ${at}, shift_state = coalesce(${state}, rider.shift_state), updated_at = now(),
        battery_pct = coalesce(${batteryPct ?? null}, rider.battery_pct), tracked_at = case when ${isKept} then ${at} else rider.tracked_at end,
        version = rider.version + (coalesce(${state}, rider.shift_state) <> rider.shift_state)::integer
      from (select id, shift_state as old_state from rider where id = ${riderId} and ${withinScope(ctx, riderScope)} for update) as old
      where rider.id = old.id and rider.status = 'active' and (rider.positioned_at is null or rider.positioned_at < ${at})
      returning rider.id, rider.branch_id, rider.version, rider.shift_state, rider.tracked_at, rider.unread_messages, old.old_state),
      kept as (insert into rider_track (rider_id, at, lat, lng) select id, ${at}, ${point.lat}, ${point.lng} from moved where tracked_at = ${at})
      select branch_id, version, shift_state, old_state, unread_messages from moved`.execute(work.db)
    const moved = rows[0]
    if (!moved || moved.old_state === moved.shift_state) work.nothing()
    else {
      const place = { permission: 'rider.view', branchId: moved.branch_id, storeId: null } as const
      const [old, current] = [{ shift_state: moved.old_state }, { shift_state: moved.shift_state }]
      await noteShift(ctx, work, { riderId, branchId: moved.branch_id, old: moved.old_state, now: moved.shift_state, at: toldAt })
      work.record({ entity: 'rider', id: riderId, version: moved.version, action: 'shift', old, new: current, ...place })
    }
    if (!moved) return whyNotTaken(ctx, riderId)
    work.afterCommit(() => ctx.services.realtime.riderMoved({ riderId, orderId, ...point, at }, moved.branch_id))
    return { taken: true, because: null, messages: moved.unread_messages }
  })
}

async function whyNotTaken(ctx: Context, id: string): Promise<Heard> {
  const own = inScope(ctx, ctx.db.selectFrom('rider'), riderScope).where('id', '=', id)
  const rider = await own.select(['status', 'unread_messages']).executeTakeFirst()
  if (!rider) return notFound('rider')
  return { taken: false, because: rider.status === 'active' ? 'older-position' : 'rider-not-active', messages: rider.unread_messages }
}
