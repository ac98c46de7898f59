import { addMinutes, mostRushHours, rushModeContract } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'

const over: Because = { reason: 'rush-over', message: 'It is over.' }

/** Rushes of a branch, seen and begun by who reaches it. */
export const rushModes = resource(rushModeContract, {
  table: 'rush_mode',
  permission: 'store.view',
  rows: (db) =>
    db
      .selectFrom('rush_mode')
      .innerJoin('branch', 'branch.id', 'rush_mode.branch_id')
      .innerJoin('staff', 'staff.id', 'rush_mode.started_by')
      .leftJoin('area', 'area.id', 'rush_mode.area_id')
      .selectAll('rush_mode')
      .select(['branch.name as branch_name', 'area.name as area_name', 'staff.name as started_by_name']),
  scope: { branch: 'rush_mode.branch_id' },
  present: (row, { clock }) => ({
    area: row.area_id === null ? null : { id: row.area_id, name: row.area_name ?? '' },
    endedAt: row.ended_at ?? (row.ends_at <= clock.instant() ? row.ends_at : null),
    state: isOver(row, clock.instant()) ? ('over' as const) : ('on' as const),
  }),
  search: { reason: 'rush_mode.reason' },
  filters: {
    state: (state, { clock }) => {
      const on = sql<boolean>`(rush_mode.ended_at is null and rush_mode.ends_at > ${clock.instant()})`
      return state === 'on' ? on : sql<boolean>`not ${on}`
    },
  },
  create: {
    async rule({ ctx, body }) {
      const branches = ctx.db.selectFrom('branch').select('id').where('id', '=', body.branchId)
      if (!(await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst())) return { branchId: 'does not exist' }
      const problem = problemOfEnd(body.endsAt, ctx.clock.instant())
      if (problem) return { endsAt: problem }
      if (!body.areaId) return null
      const area = await ctx.db.selectFrom('area').select('branch_id').where('id', '=', body.areaId).executeTakeFirst()
      return area?.branch_id === body.branchId ? null : { areaId: 'is no area of this branch' }
    },
    sets: ({ ctx }) => ({ starts_at: ctx.clock.instant(), started_by: ctx.actor.id }),
  },
  acts: {
    end: {
      whyNot: (row, { clock }) => (isOver(row, clock.instant()) ? over : null),
      sets: ({ ctx }) => ({ ended_at: ctx.clock.instant() }),
    },
  },
})

function isOver({ ended_at, ends_at }: { ended_at: string | null; ends_at: string }, now: string): boolean {
  return ended_at !== null || ends_at <= now
}

function problemOfEnd(endsAt: string, now: string): string | null {
  if (endsAt <= now) return 'lies in the past'
  return endsAt > addMinutes(now, mostRushHours * 60) ? `is more than ${mostRushHours} hours away` : null
}

const batch = 100

/** Notes of each rush whose time is over that it ended, as an act of the system: boards and quotes have left it behind already. */
export async function endRushes(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('rush_mode')
    .select(['id', 'version', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', ctx.clock.instant())
    .orderBy('ends_at')
    .limit(batch)
    .execute()
  for (const { id, version, ends_at } of due) {
    try {
      await rushModes.change(ctx, { id, version, action: 'runOut' }, { sets: () => ({ ended_at: ends_at }) })
    } catch (error) {
      ctx.log.warn({ rushId: id, err: error }, 'a rush could not be noted as over; the next run tries again')
    }
  }
}
