import { createHash } from 'node:crypto'
import { type documentContract, documentLimits, type FileStream, newId, type Output, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { streamedFile } from '#kit/files/files.ts'
import { readPicture } from '#kit/files/picture.ts'
import { format } from '#kit/format.ts'
import { keepWithin, oneAtATime } from '#kit/record/quota.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

type Kept = Output<typeof documentContract.create>

const pdf = 'application/pdf'

/** Keeps a PDF as it came, and what was made of a picture. Nobody reads it but by a record that names it. */
export async function keepDocument(ctx: Context, { body }: Parsed<typeof documentContract.create>): Promise<Kept> {
  const type = body.type === pdf ? pdf : 'image/webp'
  const bytes = Buffer.from(type === pdf ? body.bytes : (await readPicture(body.bytes)).bytes)
  const id = newId<'document'>(ctx.clock.ms())
  const facts = { content_type: type, size_bytes: bytes.length }
  const sha256 = createHash('sha256').update(bytes).digest()
  return unitOfWork(ctx, async (work) => {
    await oneAtATime(work, 'document', 'installation')
    await work.db
      .insertInto('document')
      .values({ id, ...facts, sha256, bytes, created_by: ctx.actor.id })
      .execute()
    await checkLimits(ctx, work)
    const kept = { ...facts, sha256: sha256.toString('hex') }
    const own = { permission: 'signed-in', branchId: null, storeId: null, staffId: ctx.actor.id } as const
    work.record({ entity: 'document', id, version: 1, action: 'create', old: null, new: kept, ...own })
    return { id, type, sizeBytes: bytes.length }
  })
}

/** After the write: what it has come to is counted. */
async function checkLimits(ctx: Context, { db }: Work): Promise<void> {
  const { dailyDocuments, dailyBytes, totalBytes } = documentLimits
  const { documents, bytes } = await db
    .selectFrom('document')
    .select(({ fn }) => [fn.countAll<number>().as('documents'), sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes')])
    .where('created_by', '=', ctx.actor.id)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  keepWithin(documents, dailyDocuments, `You have reached the daily limit of ${dailyDocuments} documents. Try again tomorrow.`)
  const daily = `${format().number(dailyBytes / 1024 / 1024)} MB`
  keepWithin(bytes, dailyBytes, `You have reached the daily limit of ${daily} of documents. Try again tomorrow.`)
  const all = await db.selectFrom('document').select(sql<number>`sum(size_bytes)::float8`.as('bytes')).executeTakeFirstOrThrow()
  keepWithin(all.bytes, totalBytes, 'All documents together have reached their limit. Remove those that are no longer needed.')
}

/** What is wrong with naming a document in a record: only whoever sent it does so first, so that no id opens another's papers. */
export async function problemOfDocument(
  { db, actor }: Context,
  id: string | null | undefined,
  now: string | null = null,
): Promise<string | null> {
  if (!id || id === now) return null
  const sent = await db.selectFrom('document').select('id').where('id', '=', id).where('created_by', '=', actor.id).executeTakeFirst()
  return sent ? null : 'is no document that you have sent'
}

/** The file of a record that the caller may read, by the name that it is kept under. */
export async function documentFileOf({ db }: Context, id: string | null, name: string): Promise<FileStream> {
  const row =
    id === null ? undefined : await db.selectFrom('document').select(['content_type', 'bytes']).where('id', '=', id).executeTakeFirst()
  if (!row) return notFound('document')
  const { content_type: type, bytes } = row
  return streamedFile({ type, name: `${name}.${type === pdf ? 'pdf' : 'webp'}`, bytes: new Uint8Array(bytes) })
}
