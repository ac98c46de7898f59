import { sql } from 'kysely'
import type { ReadDatabase } from './database.ts'

/** What two rows of a table are compared by. */
export interface UniqueKey {
  /** In SQL over the table's columns: `lower(name)`. */
  parts: string[]
  /** Which rows it holds for; null = all. */
  predicate: string | null
  /** The columns that it looks at. */
  columns: string[]
}

/** A key of plain columns. */
export function keyOf(columns: readonly string[]): UniqueKey {
  return { parts: columns.map((column) => `"${column}"`), predicate: null, columns: [...columns] }
}

/** The unique indexes of a table but for its primary key, in the order in which they were made. */
export async function readUniqueKeys(db: ReadDatabase, table: string): Promise<UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select array(select pg_get_indexdef(i.indexrelid, part::int, true) from generate_series(1, i.indnkeyatts) part) as parts,
      pg_get_expr(i.indpred, i.indrelid, true) as predicate,
      array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum > 0 and (attnum = any(i.indkey)
        or exists (select from pg_depend where objid = i.indexrelid and refobjid = i.indrelid and refobjsubid = attnum))
        order by array_position(i.indkey::int2[], attnum) nulls last) as columns
    from pg_index i where i.indrelid = ${table}::regclass and i.indisunique and not i.indisprimary order by i.indexrelid`.execute(db)
  return rows
}

interface Given {
  row: number
  columns: Readonly<Record<string, unknown>>
}

/** For each of the given rows what it has of a key, as text, and the ids of the table's rows that have the same: one read for all of them. */
export async function findByKey(
  db: ReadDatabase,
  table: string,
  { parts, predicate, columns }: UniqueKey,
  rows: readonly Given[],
): Promise<{ row: number; key: string; ids: string[] }[]> {
  const given = rows.map(({ row, columns: values }) => ({
    row,
    draft: Object.fromEntries(columns.map((column) => [column, values[column]])),
  }))
  // Out of the catalogue, where the same words make the index.
  const key = sql`jsonb_build_array(${sql.raw(parts.join(', '))})`
  const where = sql.raw(predicate ?? 'true')
  const found = await sql<{ row: number; key: string; ids: string[] }>`
    with given as materialized (select file.row, one.key from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as file (row int, draft jsonb),
      lateral (select ${key} as key from jsonb_populate_record(null::${sql.table(table)}, file.draft) where ${where}) as one),
    own as materialized (select id, ${key} as key from ${sql.table(table)} where ${where})
    select given.row, given.key::text as key, array_remove(array_agg(own.id), null) as ids
    from given left join own on own.key = given.key group by given.row, given.key order by given.row`.execute(db)
  return found.rows
}
