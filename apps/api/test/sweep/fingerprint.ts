import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from '../test-app.ts'

/** What changes by itself: when and from where somebody was there last, and the number that an event gets. */
const moving = ['last_seen_at', 'idle_expires_at', 'last_used_at', 'last_used_from', 'sequence']

/** Every table's rows, as a number of rows and a sum over them: equal as long as nothing is written. */
export async function fingerprintOf(app: TestApp): Promise<Record<string, string>> {
  // Where a row stands and what wrote it is read in half the time of what it says.
  const row = (moves: boolean) => (moves ? sql`(to_jsonb(t) - ${moving}::text[])::text` : sql`t.tableoid || ' ' || t.ctid || ' ' || t.xmin`)
  const rows = await ofEveryTable<{ name: string; rows: string }>(
    app,
    (name, moves) => sql`select ${name} as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(${row(moves)}, 0)), 0) as rows from ${sql.table(name)} as t`,
  )
  return Object.fromEntries(rows.map(({ name, rows: all }) => [name, all]))
}

/** The tables in which a text stands anywhere. */
export async function tablesWith(app: TestApp, text: string): Promise<string[]> {
  const rows = await ofEveryTable<{ name: string }>(
    app,
    (name) => sql`select ${name} as name where exists (select from ${sql.table(name)} as t where t::text like ${`%${text}%`})`,
  )
  return rows.map(({ name }) => name)
}

/** The transaction that would be the next one. */
export async function nextTransaction({ database: { db } }: TestApp): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]?.next ?? '0'
}

/** The tables that have rows which were written in this transaction or after it. */
export async function tablesWrittenSince(app: TestApp, transaction: string): Promise<string[]> {
  const rows = await ofEveryTable<{ name: string }>(
    app,
    (name) =>
      sql`select ${name} as name where exists (select from ${sql.table(name)} as t where t.xmin::text::bigint >= ${transaction}::bigint)`,
  )
  return rows.map(({ name }) => name)
}

/** `moves`: something in it changes by itself. */
async function ofEveryTable<Row>(
  { database: { db } }: TestApp,
  ask: (name: string, moves: boolean) => RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows: tables } = await sql<{ name: string; moves: boolean }>`select relname as name,
    exists (select from pg_attribute where attrelid = pg_class.oid and attname = any(${moving})) as moves
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(db)
  const { rows } = await sql<Row>`${sql.join(
    tables.map(({ name, moves }) => ask(name, moves)),
    sql` union all `,
  )}`.execute(db)
  return rows
}
