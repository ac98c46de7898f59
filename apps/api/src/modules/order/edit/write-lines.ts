import { type RawBuilder, sql } from 'kysely'
import { lineColumns, lineRows } from '../place/insert.ts'
import type { LineRecord } from '../read/record.ts'

/** Takes lines of an order away. */
export function lineDelete(orderId: string, lines: readonly number[]): RawBuilder<unknown> {
  return sql`delete from order_line where order_id = ${orderId}::uuid and line = any(${[...lines]}::integer[])`
}

/** Writes lines of an order, those that are there and new ones. */
export function lineUpsert(orderId: string, lines: readonly LineRecord[]): RawBuilder<unknown> {
  const columns = sql.join(lineColumns.map((column) => sql.ref(column)))
  const again = lineColumns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  return sql`insert into order_line (order_id, ${columns}, packed_grams) select ${orderId}::uuid, ${columns}, null from ${lineRows(lines)}
    on conflict (order_id, line) do update set ${sql.join(again)}, packed_grams = null`
}
