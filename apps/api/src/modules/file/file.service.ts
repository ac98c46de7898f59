import { createHash } from 'node:crypto'
import { type FileContent, type fileContract, newId, type Output, type Parsed, pictureLimits } from '@larder/contract'
import { sql } from 'kysely'
import { can, withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { readPicture } from '#kit/files/picture.ts'
import { format } from '#kit/format.ts'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

/** Keeps what was made of a picture, never the bytes that came. The record keeps its digest: a picture lives as long as one names it. */
export async function keepPicture(ctx: Context, { body }: Parsed<typeof fileContract.create>): Promise<Output<typeof fileContract.create>> {
  const { bytes, small, width, height } = await readPicture(body.bytes)
  const id = newId<'file'>(ctx.clock.ms())
  const facts = { content_type: 'image/webp', size_bytes: bytes.length, width, height }
  const sha256 = createHash('sha256').update(bytes).digest()
  const row = { id, ...facts, sha256, bytes: Buffer.from(bytes), small_bytes: Buffer.from(small), created_by: ctx.actor.id }
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'file', 'installation')
    await work.db.insertInto('file').values(row).execute()
    await checkLimits(ctx, work)
    const kept = { ...facts, sha256: sha256.toString('hex') }
    const everywhere = { permission: 'setting.view', branchId: null, storeId: null } as const
    work.record({ entity: 'file', id, version: 1, action: 'create', old: null, new: kept, ...everywhere })
    return { id, width, height, sizeBytes: bytes.length }
  })
}

/** After the write: what it has come to is counted. */
async function checkLimits(ctx: Context, { db }: Work): Promise<void> {
  const { pictures, bytes } = await db
    .selectFrom('file')
    .select(({ fn }) => [fn.countAll<number>().as('pictures'), sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes')])
    .where('created_by', '=', ctx.actor.id)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  const { dailyPictures, dailyBytes, totalBytes } = pictureLimits
  keepWithin(pictures, dailyPictures, `You have reached the daily limit of ${dailyPictures} pictures. Try again tomorrow.`)
  keepWithin(bytes, dailyBytes, `You have reached the daily limit of ${megabytes(dailyBytes)} of pictures. Try again tomorrow.`)
  const all = await db.selectFrom('file').select(sql<number>`sum(size_bytes)::float8`.as('bytes')).executeTakeFirstOrThrow()
  keepWithin(
    all.bytes,
    totalBytes,
    `All pictures together have reached the limit of ${megabytes(totalBytes)}. Remove pictures that are no longer needed.`,
  )
}

const megabytes = (bytes: number) => `${format().number(Math.round(bytes / 1024 / 1024))} MB`

/** A picture; that of a rider's paper, which says a whole number, only to whoever enters or approves papers and reaches the rider, and to be kept by nobody. */
export async function getPicture(ctx: Context, { params, query }: Parsed<typeof fileContract.get>): Promise<FileContent> {
  const column = query.size === 'small' ? 'small_bytes' : 'bytes'
  const row = await ctx.db.selectFrom('file').select(['content_type', column]).where('id', '=', params.id).executeTakeFirst()
  if (!row) return notFound('file')
  const reach = await paperReach(ctx, params.id)
  if (reach === 'none') return notFound('file')
  return { type: row.content_type, bytes: new Uint8Array(row[column]), ...(reach && { isOfFew: true }) }
}

/** Null of a picture that is of no rider's paper. */
async function paperReach(ctx: Context, imageId: string): Promise<'whole' | 'none' | null> {
  const { rows } = await sql<{ is_reached: boolean }>`
    select ${withinScope(ctx, { branch: 'rider.branch_id' })} as is_reached
    from rider_document join rider on rider.id = rider_document.rider_id where rider_document.image_id = ${imageId}`.execute(ctx.db)
  if (rows.length === 0) return null
  const mayLook = can(ctx, 'rider.edit') || can(ctx, 'rider.operate')
  return mayLook && rows.some(({ is_reached }) => is_reached) ? 'whole' : 'none'
}
