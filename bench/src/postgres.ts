import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** The address of a database on the server that a running product has on its data folder; as its superuser. */
export function databaseUrl(dataDir: string, database: string): string {
  const { postgres } = JSON.parse(readFileSync(join(dataDir, 'postgres/passwords.json'), 'utf8')) as { postgres: string }
  const [, , , port, socket, host] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  return `postgres://postgres:${postgres}@localhost:${port}/${database}?host=${encodeURIComponent(socket?.trim() || host?.trim() || '')}`
}

/** Gives a connection to `use` and closes it. */
export async function withClient<R>(url: string, use: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
