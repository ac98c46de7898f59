import { plainFormat } from '@larder/contract'
import type { Client } from 'pg'

const atOnce = 100_000
/** Rows of the demo that the others are made like, at most. */
const likeAtMost = 5000

/** How a table grows: each new row is like one that is there, but for what is said of it. */
export interface Growth {
  table: string
  rows: number
  /** Columns by what they have instead: SQL over `n`, the row's number from 1 on, and `one`, the row that it is like. */
  sets: Readonly<Record<string, string>>
  /** Which rows it is like; any unless said. */
  like?: string
  /** Joined beside `one` and `n`. */
  beside?: string
}

/** An id that is as old as its number, the last one the newest: what arrived after one another is stored so. */
export const agedId = (rows: number, seconds = 30) => `uuidv7((n - ${rows}) * interval '${seconds} seconds')`
export const agedAt = (rows: number, seconds = 30) => `now() + (n - ${rows}) * interval '${seconds} seconds'`

/** Lets tables grow as fast as the server writes: what triggers would do and foreign keys would check is what the rows are like already. */
export async function grow(client: Client, growths: readonly Growth[], tell: (step: string) => void): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const growth of growths) await growOne(client, growth, tell)
  await client.query('set session_replication_role = origin')
  for (const { table } of growths) await client.query(`vacuum analyze ${table}`)
}

/** Grows tables whose indexes of all rows are dropped meanwhile and built at the end: of ten million rows that takes a fraction of the time. */
export async function withoutIndexes(client: Client, tables: readonly string[], work: () => Promise<void>, tell: (step: string) => void) {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and indpred is null and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { name, made } of rows) {
    tell(`index: ${name}`)
    // As it was made, but on the parts too.
    await client.query(made.replace(' ON ONLY ', ' ON '))
  }
}

async function growOne(client: Client, { table, rows, sets, like = 'true', beside = '' }: Growth, tell: (step: string) => void) {
  const names = await columnsOf(client, table)
  const values = names.map((name) => sets[name] ?? `one.${name}`)
  await client.query(
    `create temp table likes as select *, row_number() over () - 1 as place from (select * from ${table} where ${like} limit ${likeAtMost}) as those`,
  )
  await client.query('create unique index on likes (place)')
  await client.query('analyze likes')
  for (let from = 1; from <= rows; from += atOnce) {
    const to = Math.min(rows, from + atOnce - 1)
    await client.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
       from generate_series($1::bigint, $2::bigint) as n join likes as one on one.place = n % (select count(*) from likes) ${beside} order by n`,
      [from, to],
    )
    tell(`${plainFormat.number(to)} more rows: ${table}`)
  }
  await client.query('drop table likes')
}

/** Columns that rows are stored with. */
export async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}
