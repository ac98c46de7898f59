import { type Instant, localDateAt, newId, type ShiftState, type TimeZone } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'

export interface ShiftChange {
  riderId: string
  branchId: string
  old: ShiftState
  now: ShiftState
  at: Instant
  /** Who ended it, and why, where it was not the rider. */
  ended?: { by: string; reason: string }
}

/** Keeps when a rider came to work, was on a break and went: one shift from going on to going off. */
export async function noteShift({ clock }: Context, { db }: Work, change: ShiftChange): Promise<void> {
  const { riderId, branchId, old, now, at, ended } = change
  if (old === now) return
  if (old === 'off') {
    const zone = await db.selectFrom('branch').select('time_zone').where('id', '=', branchId).executeTakeFirstOrThrow()
    const began = {
      id: newId(clock.ms()),
      rider_id: riderId,
      branch_id: branchId,
      day: localDateAt(at, zone.time_zone as TimeZone),
      began_at: at,
      break_began_at: now === 'break' ? at : null,
    }
    // Whoever was never seen to go off is on the shift that they were on.
    await db
      .insertInto('rider_shift')
      .values(began)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  const moment = sql`greatest(${at}::timestamptz, coalesce(break_began_at, began_at))`
  await sql`update rider_shift set version = version + 1, updated_at = ${clock.instant()},
      break_seconds = break_seconds + coalesce(extract(epoch from ${moment} - break_began_at), 0)::int,
      break_began_at = ${now === 'break' ? sql`${moment}` : null},
      ended_at = ${now === 'off' ? sql`${moment}` : null}, ended_by = ${ended?.by ?? null}, end_reason = ${ended?.reason ?? null}
    where rider_id = ${riderId} and ended_at is null`.execute(db)
}

interface OnShift {
  id: string
  branch_id: string
  shift_state: string
}

/** Ends a rider's shift, as staff do it and with why. */
export function endShift(ctx: Context, work: Work, { id, branch_id, shift_state }: OnShift, reason: string): Promise<void> {
  const change = { riderId: id, branchId: branch_id, old: shift_state as ShiftState, now: 'off' as const }
  return noteShift(ctx, work, { ...change, at: ctx.clock.instant(), ended: { by: ctx.actor.name, reason } })
}
