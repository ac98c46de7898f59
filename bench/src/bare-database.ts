import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { databaseUrl, withClient } from './postgres.ts'

const chunk = 20_000

/** The bare server's database on the product's own database server, filled once with the same orders. */
export async function fillBareDatabase(dataDir: string): Promise<string> {
  const url = databaseUrl(dataDir, 'bare')
  const isThere = await withClient(databaseUrl(dataDir, 'postgres'), async (admin) => {
    const { rowCount } = await admin.query(`select from pg_database where datname = 'bare'`)
    return rowCount === 1
  })
  if (isThere) return url
  await withClient(databaseUrl(dataDir, 'postgres'), async (admin) => {
    await admin.query('drop database if exists bare_unfinished')
    await admin.query('create database bare_unfinished')
  })
  await withClient(databaseUrl(dataDir, 'larder'), (from) =>
    withClient(databaseUrl(dataDir, 'bare_unfinished'), async (to) => {
      await to.query(readFileSync(join(import.meta.dirname, 'bare-schema.sql'), 'utf8'))
      await copyOrders(from, to)
      await finish(to)
    }),
  )
  await withClient(databaseUrl(dataDir, 'postgres'), (admin) => admin.query('alter database bare_unfinished rename to bare'))
  return url
}

/** As JSON text from one database to the other: nothing is read here. */
async function copyOrders(from: Client, to: Client): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await from.query<{ last: string | null; orders: string; lines: string }>(
      `with page as materialized (
         select o.id, o.number, o.status, s.display_name as store_name, o.customer_name, lower(o.customer_name || ' ' || o.customer_phone) as search,
           o.item_count, o.total_minor, o.placed_at, o.version
         from orders o join store s on s.id = o.store_id where o.id > $1 order by o.id limit ${chunk})
       select (select id from page order by id desc limit 1) as last, (select json_agg(page)::text from page) as orders,
         (select json_agg(json_build_object('order_id', order_id, 'line', line, 'name', name, 'quantity', quantity, 'amount_minor', amount_minor))::text
           from order_line where order_id > $1 and order_id <= (select id from page order by id desc limit 1)) as lines`,
      [after],
    )
    const [page] = rows
    if (!page?.last) return
    await to.query('insert into orders select * from json_populate_recordset(null::orders, $1)', [page.orders])
    await to.query('insert into order_line select * from json_populate_recordset(null::order_line, $1)', [page.lines])
    after = page.last
  }
}

async function finish(to: Client): Promise<void> {
  await to.query('create index on orders (status, id)')
  await to.query('create index on orders using gin (search gin_trgm_ops)')
  await to.query('alter table order_line add primary key (order_id, line)')
  await to.query(
    `insert into revenue select (placed_at at time zone 'Asia/Kolkata')::date, count(*), sum(total_minor) from orders group by 1`,
  )
  await to.query('vacuum analyze')
}
