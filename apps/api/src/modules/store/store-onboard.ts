import { distanceKm, type NewStore, type Point, polygonAreaKm2, polygonContains } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import type { Problems, Told } from '#kit/resource/declaration.ts'
import { addFirst, problemsOfFirst } from '#modules/bank-account/bank-account.service.ts'
import { problemOfDocument } from '#modules/document/document.service.ts'
import { storeDocuments } from '#modules/store-document/store-document.service.ts'
import { copyMenu, whyNotCopyMenu } from './copy-menu.service.ts'
import { storeSearch } from './store-draft.ts'

type Wrong = Problems<NewStore>
interface Onboarding {
  ctx: Context
  work: Work
  body: NewStore
}

interface Place {
  areaId: string
  locationId: string | null
}

/** The active area of a branch that a point lies in, of several the smallest, and its nearest locality; null outside of all. */
export async function placeOf(db: ReadDatabase, branchId: string, point: Point): Promise<Place | null> {
  const areas = await db.selectFrom('area').select(['id', 'polygon']).where('branch_id', '=', branchId).where('active', '=', true).execute()
  const around = areas.filter(({ polygon }) => polygonContains(polygon as Point[], point))
  const [area] = around.toSorted((a, b) => polygonAreaKm2(a.polygon as Point[]) - polygonAreaKm2(b.polygon as Point[]))
  return area ? { areaId: area.id, locationId: await nearestLocation(db, area.id, point) } : null
}

export async function nearestLocation(db: ReadDatabase, areaId: string, point: Point): Promise<string | null> {
  const places = await db
    .selectFrom('store_location')
    .select(['id', 'lat', 'lng'])
    .where('area_id', '=', areaId)
    .where('active', '=', true)
    .execute()
  const [nearest] = places.toSorted((a, b) => distanceKm(a, point) - distanceKm(b, point))
  return nearest?.id ?? null
}

/** What is wrong with a new store, by field. */
export async function problemsOfNew({ ctx, body }: Onboarding): Promise<Wrong> {
  const branches = ctx.db.selectFrom('branch').select(['id', 'currency', 'status']).where('id', '=', body.branchId)
  const branch = await inScope(ctx, branches, { branch: 'branch.id' }).executeTakeFirst()
  if (!branch) return { branchId: 'does not exist' }
  if (branch.status === 'closed') return { branchId: 'is closed' }
  const place = await placeOf(ctx.db, branch.id, body.point)
  const notCopied = await whyNotCopyMenu(ctx, body, branch.currency)
  const foreign = (['minOrder', 'packing'] as const).filter((field) => body[field].currency !== branch.currency)
  return {
    ...(!place && { point: "lies in none of the branch's delivery areas" }),
    ...Object.fromEntries(foreign.map((field) => [field, `must be in ${branch.currency}, the currency of the branch`])),
    ...(await licenceProblems(ctx, body)),
    ...problemsOfFirst(ctx, body, branch.currency),
    ...(notCopied && { copiesMenuOf: notCopied }),
  }
}

async function licenceProblems(ctx: Context, { licenceNumber, licenceExpiresOn, licenceFileId }: NewStore): Promise<Wrong> {
  if (!licenceNumber) return licenceExpiresOn || licenceFileId ? { licenceNumber: 'is required with its expiry or file' } : {}
  const file = await problemOfDocument(ctx, licenceFileId)
  const isOver = licenceExpiresOn && licenceExpiresOn < ctx.clock.instant().slice(0, 10)
  return { ...(isOver && { licenceExpiresOn: 'lies in the past: the licence has expired' }), ...(file && { licenceFileId: file }) }
}

/** What of a new store no draft carries: its number, where it lies, and whoever brought it in. */
export async function columnsOfNew({ ctx, work, body }: Onboarding) {
  const place = await placeOf(ctx.db, body.branchId, body.point)
  const branch = await ctx.db
    .selectFrom('branch')
    .select(['time_zone', 'currency'])
    .where('id', '=', body.branchId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ number: string }>`select 'ST-' || nextval('store_number') as number`.execute(work.db)
  const named = {
    number: String(rows[0]?.number),
    display_name: body.displayName,
    legal_name: body.legalName || body.displayName,
    phone: body.phone,
  }
  return {
    ...named,
    search: storeSearch(named),
    status: body.startsAs,
    vertical: body.vertical,
    branch_id: body.branchId,
    area_id: String(place?.areaId),
    location_id: place?.locationId ?? null,
    ...branch,
    maker_ids: [ctx.actor.id],
  }
}

/** Its licence and its bank account are records of their own, made in the same unit, and so is the menu that it begins with. */
export async function addPapers({ ctx, work, body, now }: Onboarding & { now: { id: string } }): Promise<Told> {
  const within = { ...ctx, idempotency: null, within: work }
  const storeId = now.id as never
  const { licenceNumber, licenceExpiresOn, licenceFileId } = body
  if (licenceNumber) {
    work.tie()
    const facts = { number: licenceNumber, expiresOn: licenceExpiresOn ?? null, fileId: licenceFileId ?? null }
    await storeDocuments.create(within, { storeId, kind: 'licence', ...facts }, {})
  }
  await addFirst(ctx, work, body, { storeId })
  if (!body.copiesMenuOf) return { old: {}, new: {} }
  return { old: {}, new: { copies_menu_of: body.copiesMenuOf, items: await copyMenu(work, body.copiesMenuOf, now.id) } }
}
