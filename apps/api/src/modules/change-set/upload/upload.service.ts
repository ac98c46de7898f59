import { type ChangeSet, changeFieldsOf, type changeSetContract, exportTypes, type FileStream, type Parsed } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import type { Context } from '#kit/context.ts'
import { notFound, Refusal } from '#kit/errors.ts'
import type { Cell } from '#kit/export/columns.ts'
import { writeCsv } from '#kit/export/csv.ts'
import { writeXlsx } from '#kit/export/xlsx.ts'
import { readTableInPieces } from '#kit/import/read-pieces.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { changeSets } from '../change-set.service.ts'
import { addSet, findStore } from '../make-set.service.ts'
import { recogniseColumns } from './columns.ts'
import { mostOfMenu } from './read-file.ts'

const samples = 3

/** Keeps the file of a store's menu with what its columns are taken for: its rows are read once somebody has looked at that. */
export async function uploadMenu(ctx: Context, { params, query, body }: Parsed<typeof changeSetContract.upload>): Promise<ChangeSet> {
  const store = (await findStore(ctx, params.id)) ?? notFound('store')
  const seen: { heads: readonly string[]; rows: number; first: string[][] } = { heads: [], rows: 0, first: [] }
  await firstRows(body, seen, ctx.actor.id)
  if (seen.rows === 0) unreadable('has no row below its head')
  const columns = await recogniseColumns(ctx.db, store, seen.heads, seen.first)
  const sheet = { rows: seen.rows, columns }
  const title = query.name ?? `Menu of ${store.display_name}`
  return unitOfWork(ctx, async (work) => {
    const id = await addSet(ctx, work, { source: 'upload', title, place: { branchId: store.branch_id, storeId: store.id }, sheet })
    await work.db
      .insertInto('change_set_file')
      .values({ set_id: id, type: body.type, bytes: Buffer.from(body.bytes) })
      .execute()
    return changeSets.read({ ...ctx, db: readOnly(work.db) }, id)
  })
}

class Enough extends Error {}

/** The columns and the first rows; the reader of the file ends with them. */
async function firstRows(
  file: Parsed<typeof changeSetContract.upload>['body'],
  seen: { heads: readonly string[]; rows: number; first: string[][] },
  by: string,
): Promise<void> {
  try {
    await readTableInPieces(
      file,
      { ...mostOfMenu, rowsAtOnce: samples },
      {
        async head(heads, rows) {
          Object.assign(seen, { heads, rows })
        },
        async rows(rows) {
          seen.first.push(...rows.map(({ cells }) => cells))
          throw new Enough()
        },
      },
      by,
    )
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
}

function unreadable(why: string): never {
  throw new Refusal('invalid', { reason: 'unreadable-file', message: `The file ${why}.`, fields: { body: why } })
}

/** A file with the columns of a vertical's menus, and a row that shows how they are filled in. */
export async function menuTemplate(_ctx: Context, { query }: Parsed<typeof changeSetContract.template>): Promise<FileStream> {
  const fields = changeFieldsOf(query.vertical)
  const example: Readonly<Record<string, Cell>> = {
    sku: 'A-101',
    name: 'Name',
    category: 'Category',
    price: '120.00',
    unit: 'Piece',
    available: 'Yes',
  }
  async function* lines(): AsyncGenerator<Cell[]> {
    yield fields.map(({ label }) => label)
    yield fields.map(({ key }) => example[key] ?? '')
  }
  const name = `menu-${query.vertical}.${query.format}`
  const pieces = query.format === 'csv' ? writeCsv(lines()) : writeXlsx(lines(), 'Menu')
  const bytes: Uint8Array[] = []
  for await (const piece of pieces) bytes.push(piece)
  async function* kept() {
    yield* bytes
  }
  return { type: exportTypes[query.format], name, sizeBytes: bytes.reduce((sum, { length }) => sum + length, 0), pieces: kept() }
}
