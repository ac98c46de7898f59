import type { ChangeRemark, ChangeRowKind, ChangeValues } from '@larder/contract'
import { newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#db/database.ts'
import { worstOf } from './judge.ts'

/** A row as it is worked out, before it stands in its set. */
export interface WorkedRow {
  position: number
  line: number | null
  storeId: string
  entity: 'item' | 'menu-category'
  recordId: string | null
  kind: ChangeRowKind
  title: string
  given: Readonly<Record<string, string>> | null
  old: ChangeValues | null
  new: ChangeValues | null
  remarks: readonly ChangeRemark[]
  movePpm: number
}

/** Writes rows of a set down. */
export async function addRows(db: Database, setId: string, rows: readonly WorkedRow[]): Promise<void> {
  const told = rows.map((row) => ({
    id: newId(),
    position: row.position,
    line: row.line,
    store_id: row.storeId,
    entity: row.entity,
    record_id: row.recordId,
    kind: row.kind,
    level: worstOf(row.remarks),
    title: row.title.slice(0, 120) || '–',
    given: row.given,
    old: row.old,
    new: row.new,
    remarks: row.remarks,
    move_ppm: Math.min(row.movePpm, Number.MAX_SAFE_INTEGER),
  }))
  await sql`insert into change_row (id, set_id, position, line, store_id, entity, record_id, kind, level, title, given, old, new, remarks, move_ppm)
    select id, ${setId}, position, line, store_id, entity, record_id, kind, level, title, given, old, new, remarks, move_ppm
    from json_to_recordset(${JSON.stringify(told)}) as row (id uuid, position int, line int, store_id uuid, entity text, record_id uuid, kind text,
      level text, title text, given jsonb, old jsonb, new jsonb, remarks jsonb, move_ppm bigint)`.execute(db)
}

/** What was worked out before it was broken off. */
export async function clearRows(db: Database, setId: string): Promise<void> {
  await sql`delete from change_row where set_id = ${setId}`.execute(db)
}

const isSound = sql<boolean>`change_row.level is distinct from 'error'`

/** Rows that publishing does something with, as a condition. */
export const isPublishable = sql<boolean>`(change_row.kind <> 'same' and change_row.new is not null and ${isSound})`

/** What the rows of a set come to, as columns of the set: a row with an error is counted as that alone, since it is left out. `there_rows`: items of the file that the menu has. */
export async function countRows(db: Database | ReadDatabase, setId: string) {
  const { rows } = await sql<Counts>`select
      count(distinct store_id) filter (where ${isPublishable})::int as stores,
      count(*) filter (where kind = 'new' and entity = 'item' and ${isSound})::int as new_rows,
      count(*) filter (where kind = 'new' and entity = 'menu-category' and ${isSound})::int as new_categories,
      count(*) filter (where kind = 'changed' and ${isSound})::int as changed_rows,
      count(*) filter (where kind = 'missing' and ${isSound})::int as missing_rows,
      count(*) filter (where kind = 'same' and ${isSound})::int as same_rows,
      count(*) filter (where kind in ('changed', 'same'))::int as there_rows,
      count(*) filter (where level = 'error')::int as error_rows,
      count(*) filter (where level = 'warning')::int as warning_rows,
      count(*) filter (where outcome in ('published', 'overwritten', 'unchanged'))::int as published_rows,
      count(*) filter (where outcome = 'left-out')::int as left_out_rows,
      count(*) filter (where outcome = 'kept')::int as kept_rows,
      coalesce(max(move_ppm) filter (where ${isPublishable}), 0)::bigint as largest_move_ppm
    from change_row where set_id = ${setId}`.execute(db)
  return rows[0] as Counts
}

interface Counts {
  stores: number
  new_rows: number
  new_categories: number
  changed_rows: number
  missing_rows: number
  same_rows: number
  there_rows: number
  error_rows: number
  warning_rows: number
  published_rows: number
  left_out_rows: number
  kept_rows: number
  largest_move_ppm: number
}

/** Rows with an error are left out by whatever is published: their remarks say why. */
export async function leaveErrorsOut(db: Database, setId: string, at: string): Promise<void> {
  await sql`update change_row set outcome = 'left-out', version = version + 1, updated_at = ${at}
    where set_id = ${setId} and level = 'error' and outcome is null`.execute(db)
}

/** How many rows publishing would do something with. */
export async function countPublishable(db: Database | ReadDatabase, setId: string): Promise<number> {
  const { rows } = await sql<{
    rows: number
  }>`select count(*)::int as rows from change_row where set_id = ${setId} and ${isPublishable}`.execute(db)
  return rows[0]?.rows ?? 0
}

/** Says anew of which stores a set publishes something. */
export async function placeStores(db: Database, setId: string): Promise<void> {
  await sql`delete from change_set_store where set_id = ${setId}`.execute(db)
  await sql`insert into change_set_store (set_id, store_id)
    select distinct ${setId}::uuid, store_id from change_row where set_id = ${setId} and ${isPublishable}`.execute(db)
}
