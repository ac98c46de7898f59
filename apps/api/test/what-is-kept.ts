import { sql } from 'kysely'
import type { OrderWorld } from './order-world.ts'

/** Every column of every table that holds any of these words, as `table.column`: bytes are looked through as they are, moments (whose digits are chance) are not. */
export async function whereTold(world: OrderWorld, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type not like 'timestamp%' order by 1, 2`.execute(
    world.app.database.db,
  )
  const pattern = words.map((word) => word.replace(/[.•]/g, (sign) => `[${sign}]`)).join('|')
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${text} ~* ${pattern} limit 1`.execute(world.app.database.db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** What the books say: every entry of the ledger, what orders come to by state, refunds and credits. */
export async function books(world: OrderWorld) {
  const { rows } = await sql`select
    (select coalesce(json_agg(entry order by id), '[]') from (select id, kind, accounts, amounts, currency, day from ledger_entry) as entry) as ledger,
    (select json_agg(summed order by status) from (select status, count(*), sum(total_minor), sum(tax_minor), sum(discount_minor), sum(tip_minor)
      from orders group by status) as summed) as orders,
    (select json_agg(refund.amount_minor order by id) from refund) as refunds,
    (select json_agg(wallet_entry.minor order by id) from wallet_entry) as credits,
    (select json_agg(order_line.amount_minor order by order_id, line) from order_line) as lines,
    (select json_agg(row(food_stars, state) order by id) from review) as stars`.execute(world.app.database.db)
  return rows
}
