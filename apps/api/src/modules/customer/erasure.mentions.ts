import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { everyFacts } from '#kit/import/facts-of.ts'
import type { Patterns } from './erasure.words.ts'

/** A table in which people write freely, of anything. */
interface Written {
  table: string
  /** What entries call a row; left out where none has entries. */
  entity?: string
  /** An indexed column, by which the table is walked and its rows are known to entries. */
  key: string
  columns: readonly string[]
}

/** Tables that no declaration of a record has; those of records say it there. */
const beside: readonly Written[] = [
  { table: 'orders', entity: 'order', key: 'id', columns: ['note', 'end_note', 'address', 'details'] },
  { table: 'order_line', key: 'order_id', columns: ['note'] },
  { table: 'order_event', key: 'order_id', columns: ['note', 'facts'] },
  { table: 'refund', entity: 'refund', key: 'id', columns: ['note'] },
  { table: 'ticket_note', entity: 'ticket', key: 'ticket_id', columns: ['text'] },
  { table: 'hand_over_order', key: 'order_id', columns: ['note'] },
  { table: 'task', entity: 'task', key: 'id', columns: ['title', 'parameters'] },
  { table: 'task_row', key: 'task_id', columns: ['title', 'reason', 'input'] },
]

/** Every table in which people write freely. */
export function writtenTables(): Written[] {
  const declared = everyFacts().flatMap(({ entity, declared: { table, written = [] } }) =>
    written.length > 0 ? [{ table, entity, key: 'id', columns: written }] : [],
  )
  return [...declared, ...beside]
}

/** Rows that one statement looks through. */
const rowsAtOnce = 5000

/** Takes what names the person beyond doubt out of what was written of anything; a few thousand rows at a time, so that no statement takes long. */
export async function takeMentions(
  db: Transaction<DB>,
  { anywhere }: Patterns,
  took: (entity: string | undefined, ids: readonly string[]) => void,
): Promise<void> {
  const isJson = await findJson(db)
  for (const { table, entity, key, columns } of writtenTables()) {
    const json = columns.filter((column) => isJson.has(`${table}.${column}`))
    const texts = columns.filter((column) => !json.includes(column))
    for await (const within of stretchesOf(db, table, key)) {
      const sets = [
        ...texts.map((column) => sql`${sql.ref(column)} = erased_text(${sql.ref(column)}, ${anywhere})`),
        ...json.map((column) => sql`${sql.ref(column)} = erased_json(${sql.ref(column)}, '{}', ${anywhere}, ${anywhere})`),
      ]
      const isTold = [
        ...texts.map((column) => sql`${sql.ref(column)} ~* ${anywhere}`),
        ...json.map((column) => sql`${sql.ref(column)}::text ~* ${anywhere}`),
      ]
      const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sql.join(sets)}
        where ${within} and (${sql.join(isTold, sql` or `)}) returning ${sql.ref(key)} as id`.execute(db)
      if (rows.length > 0)
        took(
          entity,
          rows.map(({ id }) => id),
        )
    }
  }
}

async function findJson(db: Transaction<DB>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'jsonb'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Records whose entries name the person: in a reason, or in a value by what nobody else has or amid a sentence. */
export async function mentionedInEntries(db: Transaction<DB>, { anywhere, amid }: Patterns): Promise<Map<string, string[]>> {
  const found = new Map<string, Set<string>>()
  for await (const within of stretchesOf(db, 'audit_entry', 'id')) {
    const { rows } = await sql<{ entity: string; entity_id: string }>`select distinct entity, entity_id from audit_entry
      where ${within} and (reason ~* ${anywhere} or old::text ~* ${amid} or new::text ~* ${amid})`.execute(db)
    for (const { entity, entity_id } of rows) found.set(entity, (found.get(entity) ?? new Set()).add(entity_id))
  }
  return new Map([...found].map(([entity, ids]) => [entity, [...ids]]))
}

/** Conditions that cut a table into stretches of so many rows, one after the other; rows of one key stay together. */
export async function* stretchesOf(db: Transaction<DB>, table: string, column: string, atOnce = rowsAtOnce) {
  const key = sql.ref(column)
  for (let after: unknown = null; ; ) {
    const from = after === null ? sql`true` : sql`${key} > ${after}`
    const { rows } = await sql<{ to: unknown }>`select ${key} as to from ${sql.table(table)} where ${from}
      order by ${key} offset ${sql.lit(atOnce - 1)} limit 1`.execute(db)
    const to = rows[0]?.to ?? null
    yield to === null ? from : sql`${from} and ${key} <= ${to}`
    if (to === null) return
    after = to
  }
}
