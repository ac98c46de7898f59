import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { writtenColumns } from './erasure.columns.ts'
import type { Patterns } from './erasure.words.ts'

/** Rows that one statement looks through. */
const rowsAtOnce = 5000

interface Table {
  entity?: string
  key?: string
  words?: readonly string[]
  named?: readonly string[]
  titled?: readonly string[]
}

/** Takes what names the person beyond doubt out of what was written of anything; a few thousand rows at a time, so that no statement takes long. */
export async function takeMentions(
  db: Transaction<DB>,
  patterns: Patterns,
  took: (entity: string | undefined, ids: readonly string[]) => void,
  since?: Since,
): Promise<void> {
  const types = await findTypes(db)
  for (const [table, { entity, key = 'id', words = [], named = [], titled = [] }] of Object.entries(writtenColumns) as [string, Table][]) {
    const columns = [
      ...words.map((column) => [column, patterns.anywhere, patterns.anywhere]),
      ...named.map((column) => [column, patterns.amid, patterns.contacts]),
    ]
    const takes = [
      ...columns.map(([column = '', amid = '', alone = '']) => takeFrom(types.get(`${table}.${column}`), column, amid, alone)),
      ...titled.map((column) => takeTitle(column, patterns.anywhere)),
    ]
    for await (const within of stretchesOf(db, table, key, rowsAtOnce, since)) {
      const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sql.join(takes.map(({ set }) => set))}
        where ${within} and (${sql.join(
          takes.map(({ isTold }) => isTold),
          sql` or `,
        )}) returning ${sql.ref(key)} as id`.execute(db)
      if (rows.length > 0)
        took(
          entity,
          rows.map(({ id }) => id),
        )
    }
  }
}

/** `amid` other words, and `alone` of a value of a document that is one word; in a column of texts `amid` finds both. */
function takeFrom(type: string | undefined, column: string, amid: string, alone: string) {
  const value = sql.ref(column)
  if (type === 'jsonb')
    return { set: sql`${value} = erased_json(${value}, '{}', ${amid}, ${alone})`, isTold: sql`is_told(${value}, ${amid})` }
  if (type === 'ARRAY') return { set: sql`${value} = erased_list(${value}, ${amid})`, isTold: sql`is_told(to_jsonb(${value}), ${amid})` }
  // Texts may be of a document as it was typed.
  if (column === 'typed')
    return { set: sql`${value} = erased_typed(${value}, ${amid})`, isTold: sql`erased_typed(${value}, ${amid}) <> ${value}` }
  return { set: sql`${value} = erased_text(${value}, ${amid})`, isTold: sql`is_told(${value}, ${amid})` }
}

/** Two that were called after the same person are still told apart, and no unique index refuses the second one. */
function takeTitle(column: string, pattern: string) {
  const value = sql.ref(column)
  const isTold = sql`is_told(${value}, ${pattern})`
  return {
    set: sql`${value} = case when ${isTold} then erased_text(${value}, ${pattern}) || ' ' || right(id::text, 6) else ${value} end`,
    isTold,
  }
}

async function findTypes(db: Transaction<DB>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`select table_name || '.' || column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** A moment of the database's: what was written by whoever had not committed by then. */
export type Since = RawBuilder<unknown>

/** Now, as a moment from which on rows are looked through again. */
export async function momentOf(db: Transaction<DB>): Promise<Since> {
  const { rows } = await sql<{
    first: string
  }>`select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text as first`.execute(db)
  return sql`age(xmin) <= age(${rows[0]?.first ?? '3'}::text::xid)`
}

const patienceMs = 10_000

/** Resolves once whoever writes at this moment has ended, or as long as a request may take has passed: what reads for longer, as a backup does, writes nothing. */
export async function othersEnded(db: ReadDatabase): Promise<void> {
  const { rows: now } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() and xact_start < ${now[0]?.at}::timestamptz limit 1`.execute(db)
    if (rows.length === 0) return
    await pause(20)
  }
}

/** Records whose entries name the person: in a reason, or in a value by what nobody else has or amid a sentence. */
export async function mentionedInEntries(db: Transaction<DB>, { anywhere, amid }: Patterns, since?: Since): Promise<Map<string, string[]>> {
  const found = new Map<string, Set<string>>()
  for await (const within of stretchesOf(db, 'audit_entry', 'id', rowsAtOnce, since)) {
    const { rows } = await sql<{ entity: string; entity_id: string }>`select distinct entity, entity_id from audit_entry
      where ${within} and (is_told(reason, ${anywhere}) or is_told(old, ${amid}) or is_told(new, ${amid}))`.execute(db)
    for (const { entity, entity_id } of rows) found.set(entity, (found.get(entity) ?? new Set()).add(entity_id))
  }
  return new Map([...found].map(([entity, ids]) => [entity, [...ids]]))
}

/** Conditions that cut a table, or what was written in it since, into stretches of so many rows, one after the other; rows of one key stay together. */
export async function* stretchesOf(db: Transaction<DB>, table: string, column: string, atOnce = rowsAtOnce, since?: Since) {
  const key = sql.ref(column)
  const isSince = since ?? sql`true`
  for (let after: unknown = null; ; ) {
    const from = after === null ? sql`true` : sql`${key} > ${after}`
    const { rows } = await sql<{ to: unknown }>`select ${key} as to from ${sql.table(table)} where ${isSince} and ${from}
      order by ${key} offset ${sql.lit(atOnce - 1)} limit 1`.execute(db)
    const to = rows[0]?.to ?? null
    yield sql`${isSince} and ${to === null ? from : sql`${from} and ${key} <= ${to}`}`
    if (to === null) return
    after = to
  }
}
