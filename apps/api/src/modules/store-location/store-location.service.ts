import { type Point, polygonContains, storeLocationContract } from '@larder/contract'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

/** A plain lookup but for two rules: it lies within its area, and it keeps its area while stores sit in it. */
export const storeLocations = resource(storeLocationContract, {
  table: 'store_location',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('store_location')
      .innerJoin('area', 'area.id', 'store_location.area_id')
      .leftJoin(storesUsing('store', 'location_id'), 'used.id', 'store_location.id')
      .selectAll('store_location')
      .select(['area.name as area_name', storeCount]),
  scope: { branch: 'area.branch_id' },
  present: (row) => ({
    point: { lat: row.lat, lng: row.lng },
  }),
  search: { name: 'store_location.name', areaName: 'area.name' },
  columns: { point: ({ lat, lng }) => ({ lat, lng }) },
  create: { rule: ({ ctx, body }) => problemsOfPlace(ctx, body.areaId, body.point) },
  update: {
    rule({ ctx, row, body: { areaId, point } }) {
      if (!areaId && !point) return null
      const inUse = describeStoreUse(row.stores)
      if (inUse && areaId && areaId !== row.area_id) refuse('in-use', `${inUse} It keeps its area.`, { 'body.areaId': 'cannot change' })
      return problemsOfPlace(ctx, areaId ?? row.area_id, point ?? row)
    },
  },
  remove: { whyNot: ({ stores }) => describeStoreUse(stores) },
  acts: {},
})

async function problemsOfPlace(ctx: Context, areaId: string, point: Point): Promise<{ areaId?: string; point?: string } | null> {
  const areas = ctx.db.selectFrom('area').select(['name', 'polygon']).where('id', '=', areaId)
  const area = await inScope(ctx, areas, { branch: 'area.branch_id' }).executeTakeFirst()
  if (!area) return { areaId: 'does not exist' }
  return polygonContains(area.polygon as Point[], point) ? null : { point: `lies outside of ${area.name}` }
}
