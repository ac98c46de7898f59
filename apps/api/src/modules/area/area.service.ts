import { areaContract, type FeeTier, type Point, polygonAreaKm2 } from '@larder/contract'
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
    id: row.id,
    branchId: row.branch_id,
    branch: { id: row.branch_id, name: row.branch_name },
    name: row.name,
    polygon: row.polygon as Point[],
    feeTiers: row.fee_tiers as FeeTier[],
    minBasket: { minor: row.min_basket_minor, currency: row.currency },
    surgePpm: row.surge_ppm,
    active: row.active,
    areaKm2: Math.round(polygonAreaKm2(row.polygon as Point[]) * 100) / 100,
    stores: row.stores,
    overlaps: row.active ? overlapsOf(row.polygon as Point[], row.nearby) : [],
    createdAt: row.created_at,
    version: row.version,
  }),
  search: { name: 'area.name' },
  filters: { branchId: 'area.branch_id', active: 'area.active' },
  sorts: { name: 'area.name', createdAt: 'area.id' },
  columns: ({ branchId, name, polygon, feeTiers, minBasket, surgePpm, active }) => ({
    branch_id: branchId,
    name,
    polygon: polygon && JSON.stringify(polygon),
    fee_tiers: feeTiers && JSON.stringify(feeTiers),
    min_basket_minor: minBasket?.minor,
    surge_ppm: surgePpm,
    active,
  }),
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
