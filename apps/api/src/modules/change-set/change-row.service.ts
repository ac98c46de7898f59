import {
  type ChangeFieldKey,
  type ChangeRemark,
  type ChangeRow,
  type ChangeValues,
  changeFieldKeys,
  changeRowContract,
} from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { worstOf } from './engine/judge.ts'
import { addCategories, columnsOfRows } from './engine/settle-set.ts'
import { moveSet, noteMaker, readNames, readSet } from './engine/stored-set.ts'
import type { NamesById } from './engine/words.ts'
import { holderFor } from './upload/read-file.ts'

const settled: Because = { reason: 'change-row-settled', message: 'The change set is not a draft any more.' }
const unwritten: Because = { reason: 'change-row-settled', message: 'It did not come from a file: change the formula instead.' }

/** Rows of change sets, with what each changes; those of a file are mended in the words of a file. */
export const changeRows = resource(changeRowContract, {
  table: 'change_row',
  permission: 'change-set.view',
  rows: (db) =>
    db
      .selectFrom('change_row')
      .innerJoin('change_set', 'change_set.id', 'change_row.set_id')
      .innerJoin('store', 'store.id', 'change_row.store_id')
      .selectAll('change_row')
      .select([
        'store.display_name as store_name',
        'store.currency',
        'change_set.status',
        'change_set.branch_id',
        'change_set.store_id as set_store_id',
      ]),
  scope: { branch: 'change_set.branch_id', store: 'change_set.store_id' },
  beside: (ctx) => readNames(ctx.db),
  present: (row, _ctx, names) => ({
    changes: changesOf(row.old as ChangeValues | null, row.new as ChangeValues | null, names),
    given: row.given as Record<string, string> | null,
  }),
  search: { title: 'change_row.title' },
  acts: {
    correct: {
      whyNot: (row) => (row.given === null ? unwritten : ['draft', 'validated'].includes(row.status) ? null : settled),
      sets: ({ ctx, work, row, body }) => judgedAnew(ctx, work, row, body.given),
      also: async ({ ctx, work, row }) => {
        await countAnew(ctx, work, row.set_id)
        await noteMaker(ctx, work, row.set_id)
      },
    },
  },
})

/** Field by field, in their order; a tax is told by its name. */
function changesOf(old: ChangeValues | null, now: ChangeValues | null, names: NamesById): ChangeRow['changes'] {
  const told = (field: ChangeFieldKey, values: ChangeValues | null) => {
    const value = values?.[field] ?? null
    return field === 'taxProfileId' && typeof value === 'string' ? (names.get(value) ?? null) : value
  }
  return changeFieldKeys.filter((field) => now && field in now).map((field) => ({ field, old: told(field, old), new: told(field, now) }))
}

interface Corrected {
  id: string
  set_id: string
  store_id: string
  currency: string
  line: number | null
  given: unknown
}

/** The row as it is once these cells say something else: held against the menu as it is now, and against the other rows. */
async function judgedAnew(ctx: Context, work: Work, row: Corrected, cells: Readonly<Partial<Record<string, string>>>) {
  const db = readOnly(work.db)
  const given = { ...(row.given as Record<string, string>), ...cells }
  const store = { id: row.store_id, currency: row.currency }
  const holder = await holderFor(db, store, await readSetting(ctx.services, 'changeSet.dropPercent'))
  const [held] = await holder.hold(db, [{ line: row.line, given }])
  if (!held) throw new Error('a row is held as one row')
  const remarks = [...held.remarks, ...(await twinsOf(db, row, held.recordId, held.new))]
  return {
    given: JSON.stringify(given),
    record_id: held.recordId,
    kind: held.kind,
    title: held.title.slice(0, 120) || '–',
    old: held.old && JSON.stringify(held.old),
    new: held.new && JSON.stringify(held.new),
    remarks: JSON.stringify(remarks),
    level: worstOf(remarks),
    move_ppm: held.movePpm,
  }
}

async function twinsOf(db: ReadDatabase, row: Corrected, recordId: string | null, wanted: ChangeValues | null): Promise<ChangeRemark[]> {
  const sku = recordId === null ? (wanted?.sku ?? null) : null
  const { rows } = await sql<{ line: number | null; position: number }>`select line, position from change_row
    where set_id = ${row.set_id} and id <> ${row.id} and entity = 'item' and kind <> 'missing'
      and (record_id = ${recordId}::uuid or (record_id is null and new ->> 'sku' = ${sku}::text)) limit 1`.execute(db)
  const [twin] = rows
  return twin ? [{ field: null, level: 'error', words: `Row ${twin.line ?? twin.position + 1} is of the same item.` }] : []
}

async function countAnew(ctx: Context, work: Work, setId: string): Promise<void> {
  await sql`select from change_set where id = ${setId} for no key update`.execute(work.db)
  const set = await readSet(work.db, setId)
  await addCategories(work.db, setId)
  const columns = await columnsOfRows(ctx.services, work.db, setId)
  work.tie(setId)
  const anew = { submitted_id: null, submitted_by: null, approved_id: null, approved_by: null }
  await moveSet(work, set, 'recount', { ...columns, ...anew }, ctx.clock.instant())
}
