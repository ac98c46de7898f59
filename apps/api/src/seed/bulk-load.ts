import type { PoolClient } from 'pg'

const orderFamily = ['orders', 'order_line', 'order_event']

/**
 * Runs a load of the order family without its secondary indexes and without its rollup triggers, and makes both anew afterwards: one
 * sorted build costs a fraction of a million single insertions. Within the caller's transaction, so that a failure leaves both in place.
 */
export async function withoutIndexes<R>(client: PoolClient, load: () => Promise<R>, onIndexes: () => void): Promise<R> {
  // A partitioned index is described as that of its parent alone.
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as create
       from pg_index where indrelid = any($1::regclass[]) and not indisprimary order by indexrelid::regclass::text`,
    [orderFamily],
  )
  for (const { drop } of indexes) await client.query(drop)
  await client.query('alter table orders disable trigger user')
  const result = await load()
  onIndexes()
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { create } of indexes) await client.query(create)
  await client.query('alter table orders enable trigger user')
  return result
}
