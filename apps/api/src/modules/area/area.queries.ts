import type { Area, Point } from '@larder/contract'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { storeCount, storesUsing } from '#modules/store/store-use.service.ts'

/** Areas that the caller may see, with branch and number of stores. */
export function areasVisibleTo(ctx: Context, db: ReadDatabase) {
  const rows = db
    .selectFrom('area')
    .innerJoin('branch', 'branch.id', 'area.branch_id')
    .leftJoin(storesUsing('store', 'area_id'), 'used.id', 'area.id')
    .selectAll('area')
    .select(['branch.name as branch_name', storeCount])
  return inScope(ctx, rows, { branch: 'area.branch_id' })
}

export type AreaRow = Awaited<ReturnType<ReturnType<typeof areasVisibleTo>['executeTakeFirstOrThrow']>>

/** What an area looks like on the map. */
export interface Outline {
  id: string
  name: string
  branchId: string
  polygon: Area['polygon']
}

/** Active areas of some branches, to look for shared ground. */
export async function readActiveOutlines(db: ReadDatabase, branchIds: readonly string[]): Promise<Outline[]> {
  const rows = await db
    .selectFrom('area')
    .select(['id', 'name', 'branch_id', 'polygon'])
    .where('active', '=', true)
    .where('branch_id', 'in', [...new Set(branchIds)])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, branchId: row.branch_id, polygon: row.polygon as Point[] }))
}

/** The branch that an area is drawn for, if the caller reaches it. */
export function findBranchInScope(ctx: Context, db: ReadDatabase, id: string) {
  const branches = db.selectFrom('branch').select(['id', 'currency']).where('id', '=', id)
  return inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst()
}
