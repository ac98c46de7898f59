import type { RushOn, Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kit/context.ts'

/** The rushes that are on for any store of which `store` holds, the first to end first. */
export async function rushesOn(ctx: Context, store: RawBuilder<unknown>): Promise<RushOn[]> {
  const now = ctx.clock.instant()
  const rows = await ctx.db
    .selectFrom('rush_mode')
    .innerJoin('branch', 'branch.id', 'rush_mode.branch_id')
    .leftJoin('area', 'area.id', 'rush_mode.area_id')
    .select([
      'rush_mode.id',
      'rush_mode.branch_id',
      'branch.name as branch_name',
      'rush_mode.area_id',
      'area.name as area_name',
      'rush_mode.vertical',
    ])
    .select(['extra_minutes', 'ends_at'])
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('starts_at', '<=', now)
    .where(
      sql<boolean>`exists (select from store where store.branch_id = rush_mode.branch_id and store.status = 'live'
        and (rush_mode.area_id is null or rush_mode.area_id = store.area_id)
        and (rush_mode.vertical is null or rush_mode.vertical = store.vertical) and ${store})`,
    )
    .orderBy('ends_at')
    .orderBy('rush_mode.id')
    .execute()
  return rows.map((row) => ({
    id: row.id as RushOn['id'],
    branch: { id: row.branch_id, name: row.branch_name },
    area: row.area_id === null ? null : { id: row.area_id, name: row.area_name ?? '' },
    vertical: row.vertical as Vertical | null,
    extraMinutes: row.extra_minutes,
    endsAt: row.ends_at,
  }))
}
