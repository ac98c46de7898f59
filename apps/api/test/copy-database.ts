import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/**
 * Copies every row of a database into another of the same schema, as a logical dump and its restore do: through files, by COPY, without
 * triggers, and the sequences after it. `folder` must be one that both servers may write in.
 */
export async function copyDatabase(fromUrl: string, toUrl: string, folder: string): Promise<void> {
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const [from, to] = [new Client({ connectionString: fromUrl }), new Client({ connectionString: toUrl })]
  await Promise.all([from.connect(), to.connect()])
  try {
    await from.query('begin isolation level repeatable read')
    await to.query('begin')
    await to.query('set local session_replication_role = replica')
    const tables = await namesOf(
      from,
      `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not like 'migration%' order by 1`,
    )
    await to.query(`truncate ${tables.join(', ')}`)
    for (const table of tables) {
      const file = join(folder, table.replaceAll('"', ''))
      await from.query(`copy (select * from ${table}) to '${file}'`)
      await to.query(`copy ${table} from '${file}'`)
    }
    for (const sequence of await namesOf(
      from,
      `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    )) {
      const { rows } = await from.query(`select last_value, is_called from ${sequence}`)
      await to.query('select setval($1, $2, $3)', [sequence, rows[0].last_value, rows[0].is_called])
    }
    await to.query('commit')
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

async function namesOf(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(statement)
  return rows.map(({ name }) => name)
}
