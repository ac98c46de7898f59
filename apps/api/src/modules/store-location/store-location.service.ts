import { type Parsed, type Point, polygonContains, storeLocationContract } from '@larder/contract'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { crud } from '#kit/crud.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { describeStoreUse, storeCount, storesUsing } from '#modules/store/store-use.service.ts'

type Create = Parsed<typeof storeLocationContract.create>
type Update = Parsed<typeof storeLocationContract.update>

const rows = crud(storeLocationContract, {
  table: 'store_location',
  entity: 'store-location',
  permission: 'setting.view',
  rows: (db) =>
    db
      .selectFrom('store_location')
      .innerJoin('area', 'area.id', 'store_location.area_id')
      .leftJoin(storesUsing('store', 'location_id'), 'used.id', 'store_location.id')
      .selectAll('store_location')
      .select(['area.name as area_name', storeCount]),
  place: {
    scope: { branch: 'area.branch_id' },
    of: async ({ area_id: areaId }, db) => {
      const area = await db.selectFrom('area').select('branch_id').where('id', '=', String(areaId)).executeTakeFirstOrThrow()
      return { branchId: area.branch_id, storeId: null }
    },
  },
  present: (row) => ({
    id: row.id,
    areaId: row.area_id,
    areaName: row.area_name,
    name: row.name,
    point: { lat: row.lat, lng: row.lng },
    active: row.active,
    stores: row.stores,
    createdAt: row.created_at,
    version: row.version,
  }),
  inUse: ({ stores }) => describeStoreUse(stores),
  toRow: ({ areaId, name, point, active }: Partial<Create['body']>) => ({
    area_id: areaId,
    name,
    lat: point?.lat,
    lng: point?.lng,
    active,
  }),
  search: { name: 'store_location.name', areaName: 'area.name' },
  filters: { areaId: 'store_location.area_id', active: 'store_location.active' },
  sorts: { name: { column: 'store_location.name' }, createdAt: { column: 'store_location.id' } },
  defaultSort: 'name',
})

/** A plain lookup but for two rules: it lies within its area, and it keeps its area while stores sit in it. */
export const storeLocations = {
  ...rows,
  create: async (ctx: Context, input: Create) => {
    await checkPlace(ctx, input.body.areaId, input.body.point)
    return rows.create(ctx, input)
  },
  update: async (ctx: Context, input: Update) => {
    const { areaId, point } = input.body
    if (areaId || point) {
      const old = await rows.get(ctx, input)
      const inUse = describeStoreUse(old.stores)
      if (inUse && areaId && areaId !== old.areaId) refuse('in-use', `${inUse} It keeps its area.`, { 'body.areaId': 'cannot change' })
      await checkPlace(ctx, areaId ?? old.areaId, point ?? old.point)
    }
    return rows.update(ctx, input)
  },
}

async function checkPlace(ctx: Context, areaId: string, point: Point): Promise<void> {
  const areas = ctx.db.selectFrom('area').select(['name', 'polygon']).where('id', '=', areaId)
  const area = await inScope(ctx, areas, { branch: 'area.branch_id' }).executeTakeFirst()
  if (!area) return invalid({ 'body.areaId': 'does not exist' })
  if (!polygonContains(area.polygon as Point[], point)) invalid({ 'body.point': `lies outside of ${area.name}` })
}
