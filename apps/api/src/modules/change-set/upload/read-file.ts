import type { ChangeFieldKey, FileContent, Sheet } from '@larder/contract'
import { menuFileLimits } from '@larder/contract'
import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { RunningTask, TaskResult } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readTableInPieces } from '#kit/import/read-pieces.ts'
import { readSetting } from '#kit/settings.ts'
import { TaskEnd } from '#kit/work/running-task.ts'
import { writeRows } from '../engine/claim.ts'
import { addRows, clearRows } from '../engine/rows.ts'
import { addCategories, settleSet } from '../engine/settle-set.ts'
import { readNames, type StoredSet } from '../engine/stored-set.ts'
import { createRowsHolder, type GivenRow } from './given-rows.ts'

/** What a menu's file may be at most. */
export const mostOfMenu = { rows: menuFileLimits.rows, characters: 40_000_000, rowsAtOnce: 1000 }

/** Reads the rows of an uploaded file, and holds each against the store's menu. */
export async function readFile(task: RunningTask, set: StoredSet): Promise<TaskResult> {
  if (set.status === 'draft') {
    const { services } = task
    const ctx = await task.owner('change-set.create')
    const file = await services.db.selectFrom('change_set_file').select(['type', 'bytes']).where('set_id', '=', set.id).executeTakeFirst()
    if (!file || !set.store_id || !set.sheet) throw new TaskEnd('Its file is not kept any more. Upload it again.')
    await writeRows(task, ctx, (db) => clearRows(db, set.id))
    const holder = await rowsHolderOf(task, set.store_id)
    const fields = fieldsByPlace(set.sheet)
    let done = 0
    let total = 0
    await readTableInPieces(
      file as FileContent,
      mostOfMenu,
      {
        async head(_heads, rows) {
          total = rows
        },
        async rows(rows) {
          const given = rows.map(({ row, cells }): GivenRow => ({ line: row, given: givenOf(cells, fields) }))
          const worked = await holder.hold(services.db, given)
          await writeRows(task, ctx, (db) => addRows(db, set.id, worked))
          done += rows.length
          await task.progress(done, total)
        },
      },
      set.id,
    )
    await writeRows(task, ctx, (db) => addCategories(db, set.id))
    await writeRows(task, ctx, (db) => addMissing(db, set))
  }
  const rows = await settleSet(task, set)
  return { words: `${format().number(rows)} rows read`, facts: { rows } }
}

async function rowsHolderOf(task: RunningTask, storeId: string) {
  const { services } = task
  const store = await services.db.selectFrom('store').select(['id', 'currency']).where('id', '=', storeId).executeTakeFirstOrThrow()
  return holderFor(services.db, store, await readSetting(services, 'changeSet.dropPercent'))
}

/** What rows of a store's menu are held against. */
export async function holderFor(db: ReadDatabase, store: { id: string; currency: string }, dropPercent: number) {
  const names = await readNames(db)
  const taxProfiles = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]))
  return createRowsHolder(store, { currency: store.currency, taxProfiles }, { currency: store.currency, dropPercent, free: 'warning' })
}

function fieldsByPlace({ columns }: Sheet): readonly (ChangeFieldKey | null)[] {
  return columns.map(({ field }) => field)
}

function givenOf(cells: readonly string[], fields: readonly (ChangeFieldKey | null)[]): GivenRow['given'] {
  return Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, (cells[at] ?? '').slice(0, 4000)]] : [])))
}

/** A row for each item of the menu that the file does not name. */
async function addMissing(db: Database, { id, store_id, missing }: StoredSet): Promise<void> {
  const becomes = missing === 'unavailable'
  await sql`insert into change_row (id, set_id, position, store_id, entity, record_id, kind, title, old, new)
    select uuidv7(), ${id}, last.position + row_number() over (order by item.sort, item.id), item.store_id, 'item', item.id, 'missing', item.name,
      jsonb_build_object('available', item.available), case when ${becomes} and item.available then jsonb_build_object('available', false) end
    from item, (select coalesce(max(position), -1) as position from change_row where set_id = ${id}) as last
    where item.store_id = ${store_id} and not exists (select from change_row where set_id = ${id} and record_id = item.id)`.execute(db)
}
