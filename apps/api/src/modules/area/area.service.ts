import { areaContract, type Point, polygonAreaKm2 } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import { resource } from '#kit/resource.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'
import { problemsOfArea } from './area.decide.ts'
import { type Outline, overlapsOf } from './area.overlap.ts'

/** The other active areas of its branch whose bounds meet those of an area: which of them share ground is reckoned from their shapes. */
const nearby = sql<Outline[]>`(
  select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name, 'polygon', other.polygon) order by other.name), '[]')
  from area as other
  where other.branch_id = area.branch_id and other.id <> area.id and other.active and other.bounds && area.bounds
)`.as('nearby')

export const areas = resource(areaContract, {
  table: 'area',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('area')
      .innerJoin('branch', 'branch.id', 'area.branch_id')
      .leftJoin(storesUsing('store', 'area_id'), 'used.id', 'area.id')
      .selectAll('area')
      .select(['branch.name as branch_name', storeCount, nearby]),
  scope: { branch: 'area.branch_id' },
  present: (row) => ({
    areaKm2: Math.round(polygonAreaKm2(row.polygon as Point[]) * 100) / 100,
    overlaps: row.active ? overlapsOf(row.polygon as Point[], row.nearby) : [],
  }),
  search: { name: 'area.name' },
  once: { branchId: 'cannot change: draw a new area in the other branch' },
  create: {
    async rule({ ctx, body }) {
      const branches = ctx.db.selectFrom('branch').select('currency').where('id', '=', body.branchId)
      const branch = await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst()
      return branch ? problemsOfArea(body, branch.currency) : { branchId: 'does not exist' }
    },
    sets: ({ body }) => ({ currency: sql<string>`(select currency from branch where id = ${body.branchId})` }),
  },
  update: { rule: ({ row, body }) => problemsOfArea(body, row.currency) },
  remove: { whyNot: ({ stores }) => describeStoreUse(stores) },
  acts: {},
})
