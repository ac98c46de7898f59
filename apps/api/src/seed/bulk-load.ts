import type { PoolClient } from 'pg'

const orderFamily = ['orders', 'order_line', 'order_event']

/**
 * Runs a load of the order family without its secondary indexes and without its rollup triggers, and makes both anew afterwards: one
 * sorted build costs a fraction of a million single insertions. Within the caller's transaction, so that a failure leaves both in place.
 */
export async function withoutIndexes<R>(client: PoolClient, load: () => Promise<R>, onIndexes: () => void): Promise<R> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = any($1::regclass[]) and not indisprimary order by 1`,
    [orderFamily],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('alter table orders disable trigger user')
  const result = await load()
  onIndexes()
  await client.query(`set local maintenance_work_mem = '256MB'`)
  // A partitioned index is described as that of its parent alone.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '))
  await client.query('alter table orders enable trigger user')
  return result
}
