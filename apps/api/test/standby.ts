import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import type { EmbeddedDatabase } from '../src/db/embedded.ts'
import { installBinaries } from '../src/db/embedded-binaries.ts'
import { findPostmaster, spawnPostmaster, stopPostmaster } from '../src/db/embedded-postmaster.ts'
import { chooseDatabaseRoot, giveTo, type ServerAccount } from '../src/db/embedded-root.ts'

/** A server that follows another by streaming replication. Addresses are those of the followed one, with its own socket. */
export interface Standby {
  url: string
  adminUrl: string
  start(): void
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
}

/** Copies a running server into a new folder and starts the copy as its standby. */
export async function startStandby(primary: EmbeddedDatabase, folder: string): Promise<Standby> {
  const { path, account } = chooseDatabaseRoot(folder)
  const [cluster, sockets] = [join(path, 'cluster'), join(path, 'run')]
  mkdirSync(sockets, { mode: 0o700 })
  await copyCluster(primary, cluster)
  follow(primary, cluster)
  for (const owned of [sockets, cluster]) giveAll(account, owned)
  const binaries = installBinaries(primary.folder)
  const here = (address: string) => `${address.slice(0, address.indexOf('?'))}?host=${encodeURIComponent(sockets)}`
  const standby = {
    url: here(primary.url),
    adminUrl: here(primary.adminUrl),
    start: () => void spawnPostmaster(binaries, cluster, join(path, 'standby.log'), { host: sockets, port: 5432 }, account),
    kill: async () => {
      const server = findPostmaster(cluster)
      if (server) process.kill(server.pid, 'SIGQUIT')
      await stopPostmaster(cluster)
    },
  }
  standby.start()
  return standby
}

/** Runs statements with one connection, which is closed after them. */
export async function askServer<T extends object>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) ({ rows } = await client.query<T>(statement))
    return rows
  } finally {
    await client.end()
  }
}

// A copy is whole between these two calls only, of one session, and with the label that the second gives.
async function copyCluster({ adminUrl, folder }: EmbeddedDatabase, copy: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`select pg_backup_start('standby', true)`)
  const isLive = (file: string) => !basename(file).startsWith('postmaster.') && basename(dirname(file)) !== 'pg_wal'
  cpSync(join(folder, 'postgres/cluster'), copy, { recursive: true, filter: isLive })
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  await admin.end()
}

function follow({ adminUrl }: EmbeddedDatabase, cluster: string): void {
  const { username, password, searchParams } = new URL(adminUrl)
  const line = `host=${searchParams.get('host')} user=${username} password=${password}`
  writeFileSync(join(cluster, 'standby.signal'), '')
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${line}'\n`)
}

function giveAll(account: ServerAccount, folder: string): void {
  chmodSync(folder, 0o700)
  giveTo(account, folder)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) giveTo(account, join(folder, entry))
}
