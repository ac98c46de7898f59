import { Area, type AreaDraft, type areaContract, newId, type Page, type Parsed } from '@larder/contract'
import type { Insertable } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound, refuse } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { matching } from '#kit/read/search-text.ts'
import { explainConstraint } from '#kit/record/constraint.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'
import { describeStoreUse } from '#modules/store/store-use.service.ts'
import { problemsOfArea } from './area.decide.ts'
import { presentArea } from './area.present.ts'
import { type AreaRow, areasVisibleTo, findBranchInScope, readActiveOutlines } from './area.queries.ts'

type Drawn = Omit<Partial<AreaDraft>, 'branchId'>
const sorts = { name: { column: 'area.name' }, createdAt: { column: 'area.id' } }

export async function listAreas(ctx: Context, { query: input }: Parsed<typeof areaContract.list>): Promise<Page<Area>> {
  let query = areasVisibleTo(ctx, ctx.db).where(equalTo('area.branch_id', input.branchId)).where(equalTo('area.active', input.active))
  if (input.q) query = query.where(matching(ctx, Area, { name: 'area.name' }, input.q))
  const page = await listPage(ctx, { query, input, sorts, defaultSort: 'name', tie: 'area.id', present: (row: AreaRow) => row })
  const outlines =
    page.rows.length > 0
      ? await readActiveOutlines(
          ctx.db,
          page.rows.map((row) => row.branch_id),
        )
      : []
  return { ...page, rows: page.rows.map((row) => presentArea(ctx.actor, row, outlines)) }
}

export function getArea(ctx: Context, { params }: Parsed<typeof areaContract.get>): Promise<Area> {
  return readArea(ctx, ctx.db, params.id)
}

export function createArea(ctx: Context, { body }: Parsed<typeof areaContract.create>): Promise<Area> {
  return writing(ctx, async (work) => {
    const branch = await findBranchInScope(ctx, readOnly(work.db), body.branchId)
    if (!branch) return invalid({ 'body.branchId': 'does not exist' })
    refuseProblems(body, branch.currency)
    const row = await work.db
      .insertInto('area')
      .values({ ...columnsOfDraft(body), id: newId(ctx.clock.ms()), branch_id: branch.id, currency: branch.currency })
      .returningAll()
      .executeTakeFirstOrThrow()
    record(work, 'create', null, row)
    return readArea(ctx, readOnly(work.db), row.id)
  })
}

export function updateArea(ctx: Context, { params, body }: Parsed<typeof areaContract.update>): Promise<Area> {
  return writing(ctx, async (work) => {
    const old = await lockArea(ctx, work, params.id, body.version)
    if (body.branchId && body.branchId !== old.branch_id) invalid({ 'body.branchId': 'cannot change: draw a new area in the other branch' })
    refuseProblems(body, old.currency)
    const row = await work.db
      .updateTable('area')
      .set({ ...columnsOfDraft(body), version: old.version + 1, updated_at: ctx.clock.instant() })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    record(work, 'update', old, row)
    return readArea(ctx, readOnly(work.db), old.id)
  })
}

export function removeArea(ctx: Context, { params, body }: Parsed<typeof areaContract.remove>): Promise<{ id: string }> {
  return writing(ctx, async (work) => {
    const old = await lockArea(ctx, work, params.id, body.version)
    const inUse = describeStoreUse((await readRow(ctx, readOnly(work.db), old.id)).stores)
    if (inUse) refuse('in-use', inUse)
    await work.db.deleteFrom('area').where('id', '=', old.id).execute()
    record(work, 'remove', old, null)
    return { id: old.id }
  })
}

async function readArea(ctx: Context, db: ReadDatabase, id: string): Promise<Area> {
  const row = await readRow(ctx, db, id)
  return presentArea(ctx.actor, row, await readActiveOutlines(db, [row.branch_id]))
}

async function readRow(ctx: Context, db: ReadDatabase, id: string): Promise<AreaRow> {
  const row = await areasVisibleTo(ctx, db).where('area.id', '=', id).executeTakeFirst()
  return row ?? notFound('area')
}

/** The area's own row, locked, as long as the caller reaches it and has seen its newest version. */
async function lockArea(ctx: Context, work: Work, id: string, version: number) {
  const row = await work.db.selectFrom('area').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const current = await readArea(ctx, readOnly(work.db), id)
  if (row?.version !== version) return refuseStale(readOnly(work.db), { entity: 'area', id, current })
  return row
}

function refuseProblems(draft: Drawn, currency: string): void {
  const fields = problemsOfArea(draft, currency)
  if (Object.keys(fields).length > 0) invalid(fields)
}

type Columns = Pick<Insertable<DB['area']>, 'name' | 'polygon' | 'fee_tiers' | 'min_basket_minor' | 'surge_ppm' | 'active'>

function columnsOfDraft(draft: AreaDraft): Columns
function columnsOfDraft(draft: Drawn): Partial<Columns>
function columnsOfDraft({ name, polygon, feeTiers, minBasket, surgePpm, active }: Drawn): Partial<Columns> {
  return {
    name,
    polygon: polygon && JSON.stringify(polygon),
    fee_tiers: feeTiers && JSON.stringify(feeTiers),
    min_basket_minor: minBasket?.minor,
    surge_ppm: surgePpm,
    active,
  }
}

type Row = Pick<AreaRow, 'id' | 'branch_id' | 'version'>

function record(work: Work, action: string, old: Row | null, row: Row | null): void {
  const { id, branch_id: branchId, version } = row ?? (old as Row)
  work.record({
    entity: 'area',
    id,
    version: row ? version : version + 1,
    action,
    old,
    new: row,
    permission: 'setting.view',
    branchId,
    storeId: null,
  })
}

async function writing<R>(ctx: Context, write: (work: Work) => Promise<R>): Promise<R> {
  try {
    return await unitOfWork(ctx, write)
  } catch (error) {
    throw explainConstraint(error, 'area', ['name', 'branchId'])
  }
}
