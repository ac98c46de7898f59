import type { ClientBase } from 'pg'

// Collations, generated columns and uuidv7() of this version are in the very first migrations.
const NEEDED_VERSION = 18

const SAFE: Record<string, string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
}

/** Refuses a server that is too old, a database in another encoding, and what could lose an acknowledged order in a power cut or not notice a damaged page. */
export async function refuseUnfitServer(client: ClientBase, neededVersion = NEEDED_VERSION): Promise<void> {
  const settings = await readSettings(client, ['server_version', 'server_encoding', ...Object.keys(SAFE)])
  const version = settings.get('server_version') ?? ''
  if (Number.parseInt(version, 10) < neededVersion)
    throw new Error(
      `The database server is PostgreSQL ${version.split(' ')[0]}; Larder needs ${neededVersion} or newer. Nothing was written.`,
    )
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8')
    throw new Error(`The database is encoded in ${encoding}; Larder needs UTF8 (create database … encoding 'UTF8'). Nothing was written.`)
  const unsafe = Object.keys(SAFE).filter((name) => !SAFE[name]?.includes(settings.get(name) ?? ''))
  if (unsafe.length > 0) {
    const found = unsafe.map((name) => `${name} is ${settings.get(name)}`).join(', ')
    throw new Error(`The database server could lose acknowledged orders: ${found}. Larder needs every one of these on.`)
  }
}

async function readSettings(client: ClientBase, names: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any($1)', [
    names,
  ])
  return new Map(rows.map(({ name, setting }) => [name, setting]))
}
