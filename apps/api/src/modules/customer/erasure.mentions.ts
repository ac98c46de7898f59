import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Patterns } from './erasure.words.ts'

/** A table in which people write freely, of anything. */
interface Written {
  table: string
  /** What entries call a row; left out where none has entries. */
  entity?: string
  /** An indexed column, by which the table is walked and its rows are known to entries. */
  key: string
  texts: readonly string[]
  json?: readonly string[]
}

const written: readonly Written[] = [
  { table: 'draft', entity: 'draft', key: 'id', texts: ['name', 'typed'] },
  { table: 'saved_view', entity: 'saved-view', key: 'id', texts: ['name'], json: ['query'] },
  { table: 'orders', entity: 'order', key: 'id', texts: ['note', 'end_note'], json: ['address', 'details'] },
  { table: 'order_line', key: 'order_id', texts: ['note'] },
  { table: 'order_event', key: 'order_id', texts: ['note'], json: ['facts'] },
  { table: 'refund', entity: 'refund', key: 'id', texts: ['note'] },
  { table: 'review', entity: 'review', key: 'id', texts: ['text', 'reply', 'search'] },
  { table: 'remedy', entity: 'remedy', key: 'id', texts: ['because', 'note'] },
  { table: 'ticket', entity: 'ticket', key: 'id', texts: ['text', 'search'] },
  { table: 'ticket_note', entity: 'ticket', key: 'ticket_id', texts: ['text'] },
  { table: 'feedback', entity: 'feedback', key: 'id', texts: ['text', 'answer', 'search'] },
  { table: 'item', entity: 'item', key: 'id', texts: ['description'] },
  { table: 'rider_incident', entity: 'rider-incident', key: 'id', texts: ['note'] },
  { table: 'rider_message', entity: 'rider-message', key: 'id', texts: ['text'] },
  { table: 'machine', entity: 'machine', key: 'id', texts: ['message'] },
  { table: 'hand_over', entity: 'hand-over', key: 'id', texts: ['remark'] },
  { table: 'hand_over_order', key: 'order_id', texts: ['note'] },
  { table: 'branch_day', entity: 'branch-day', key: 'id', texts: ['remark'] },
  { table: 'cash_deposit', entity: 'cash-deposit', key: 'id', texts: ['remark', 'from_name'] },
  { table: 'task', entity: 'task', key: 'id', texts: ['title'], json: ['parameters'] },
  { table: 'task_row', key: 'task_id', texts: ['title', 'reason'], json: ['input'] },
]

/** Rows that one statement looks through. */
const rowsAtOnce = 5000

/** Takes what names the person beyond doubt out of what was written of anything; a few thousand rows at a time, so that no statement takes long. */
export async function takeMentions(
  db: Transaction<DB>,
  { anywhere }: Patterns,
  took: (entity: string | undefined, ids: readonly string[]) => void,
): Promise<void> {
  for (const { table, entity, key, texts, json = [] } of written)
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
