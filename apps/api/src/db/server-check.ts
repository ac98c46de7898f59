import type { ClientBase } from 'pg'

const SAFE: Record<string, string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  data_checksums: ['on'],
}

/** Refuses a server that could lose an acknowledged order in a power cut, or not notice a damaged page. */
export async function refuseUnsafeServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any($1)', [
    Object.keys(SAFE),
  ])
  const unsafe = rows.filter(({ name, setting }) => !SAFE[name]?.includes(setting)).map(({ name, setting }) => `${name} is ${setting}`)
  if (unsafe.length > 0)
    throw new Error(`The database server could lose acknowledged orders: ${unsafe.join(', ')}. Larder needs every one of these on.`)
}
