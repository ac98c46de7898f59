import { savedViewContract, savedViewLimits } from '@larder/contract'
import { sql } from 'kysely'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { resource } from '#kit/resource.ts'

interface Owned {
  staff_id: string
  is_shared: boolean
}
interface Doing {
  ctx: Context
  work: Work
}

export const savedViews = resource(savedViewContract, {
  table: 'saved_view',
  // Everyone who is signed in has the dashboard: whoever could open a view may hear that it changed.
  permission: 'dashboard.view',
  rows: (db) =>
    db
      .selectFrom('saved_view')
      .innerJoin('staff', 'staff.id', 'saved_view.staff_id')
      .selectAll('saved_view')
      .select('staff.name as owner_name'),
  scope: {
    where: (ctx) => sql<boolean>`(saved_view.staff_id = ${ctx.actor.id} or saved_view.is_shared)`,
    place: () => ({ branchId: null, storeId: null }),
  },
  present: (row, ctx) => ({
    query: row.query as Record<string, string>,
    isMine: isOwn(row, ctx),
    isRemovable: isRemovable(row, ctx),
  }),
  search: { name: 'saved_view.name' },
  // One's own come first: what everybody shares never crowds out a view that one has just saved.
  sorts: { name: (ctx) => sql`concat((saved_view.staff_id <> ${ctx.actor.id})::int, lower(saved_view.name))` },
  create: { before: oneOfMine, sets: ({ ctx }) => ({ staff_id: ctx.actor.id }), also: checkLimits },
  update: {
    before: oneOfMine,
    whose: isOwn,
    also: async (deed) => {
      if (deed.now.is_shared && !deed.row.is_shared) await checkLimits(deed)
    },
  },
  remove: { whose: isRemovable },
  acts: {},
})

function isOwn(row: Owned, ctx: Context): boolean {
  return row.staff_id === ctx.actor.id
}

// What everybody sees is tidied by those who keep the settings, also when its owner has left.
function isRemovable(row: Owned, ctx: Context): boolean {
  return isOwn(row, ctx) || (row.is_shared && can(ctx, 'setting.delete'))
}

function oneOfMine({ ctx, work }: Doing): Promise<void> {
  return oneAtATime(work, 'saved-view', ctx.actor.id)
}

/** After the write: what it has come to is counted. */
async function checkLimits({ ctx }: Doing): Promise<void> {
  const { views, shared } = await ctx.db
    .selectFrom('saved_view')
    .select(({ fn }) => [fn.countAll<number>().as('views'), fn.countAll<number>().filterWhere('is_shared', '=', true).as('shared')])
    .where('staff_id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()
  const limits = savedViewLimits
  keepWithin(views, limits.views, `You already have ${limits.views} saved views, the maximum. Delete one first.`)
  keepWithin(shared, limits.shared, `You already share ${limits.shared} views, the maximum. Delete one, or keep this one private.`)
}
