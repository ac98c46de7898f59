import { draftContract, draftLimits } from '@larder/contract'
import { sql } from 'kysely'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { resource } from '#kit/resource.ts'

interface Row {
  id: string
  resource: string
  name: string
  step: number
  updated_at: string
  version: number
}

export const drafts = resource(draftContract, {
  table: 'draft',
  // Nobody hears of a draft; whoever keeps one has at least this.
  permission: 'dashboard.view',
  rows: (db) => db.selectFrom('draft').selectAll('draft'),
  scope: {
    where: (ctx) => sql<boolean>`draft.staff_id = ${ctx.actor.id}`,
    place: () => ({ branchId: null, storeId: null }),
  },
  present: (row) => ({ ...presentRow(row), typed: row.typed }),
  list: {
    rows: (db) =>
      db.selectFrom('draft').select(['draft.id', 'draft.resource', 'draft.name', 'draft.step', 'draft.updated_at', 'draft.version']),
    present: presentRow,
  },
  search: { name: 'draft.name' },
  create: {
    before: ({ ctx, work }) => oneAtATime(work, 'draft', ctx.actor.id),
    sets: ({ ctx }) => ({ staff_id: ctx.actor.id }),
    async also({ ctx }) {
      const { kept } = await ctx.db
        .selectFrom('draft')
        .select(({ fn }) => fn.countAll<number>().as('kept'))
        .where('staff_id', '=', ctx.actor.id)
        .executeTakeFirstOrThrow()
      keepWithin(kept, draftLimits.drafts, `You already keep ${draftLimits.drafts} drafts, the maximum. Add or discard one first.`)
    },
  },
  acts: {},
})

function presentRow(row: Row) {
  return { id: row.id, resource: row.resource, name: row.name, step: row.step, updatedAt: row.updated_at, version: row.version }
}
