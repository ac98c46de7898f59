import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { createDatabase, createPool, type Database, type ReadDatabase, readOnly } from '#db/database.ts'
import { DatabaseAway } from '#db/database-away.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { refuseUnfitServer } from '#db/server-check.ts'
import { systemClock } from '#kit/clock.ts'
import { installOrderReference } from '#modules/order/order.install.ts'
import { installBuiltInRoles } from '#modules/role/role-install.service.ts'
import { awayOf, wordsOf } from './await-database.ts'
import type { Config } from './config.ts'
import type { Lifecycle } from './lifecycle.ts'

/** The installation's database at the newest schema, with the partitions and roles that this version needs. */
export type Prepared = { databaseUrl: string; writable: Database; db: ReadDatabase; replicaDb: ReadDatabase | null }

export type PrepareOptions = {
  config: Config
  log: FastifyBaseLogger
  life: Lifecycle
  /** Told why the program's own database server, lost while it was in use, is not back yet, and with null when it is. */
  onAway: (reason: unknown) => void
}

type Source = { url: string; close: () => Promise<void> }

const CONNECT_LIMIT_MS = 10_000

/** Starts or reaches the database and brings it up to date. What is opened is ended with `life`. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { config, log, life } = options
  const { url } = await life.add(openSource(options), (source) => source.close())
  await migrateToLatest(url)
  const open = (address: string, applicationName: string, isReadOnly: boolean) =>
    life.add(openPool(address, applicationName, isReadOnly, log), (database) => database.destroy())
  const writable = await open(url, 'larder', false)
  const reads = await open(url, 'larder reads', true)
  const replica = config.databaseReplicaUrl === null ? null : await open(config.databaseReplicaUrl, 'larder replica reads', true)
  await ensureCurrentPartitions(writable, systemClock.instant())
  await installBuiltInRoles(writable)
  await installOrderReference(writable)
  return { databaseUrl: url, writable, db: readOnly(reads), replicaDb: replica && readOnly(replica) }
}

async function openSource({ config, log, onAway }: PrepareOptions): Promise<Source> {
  if (config.databaseUrl !== null) {
    await checkServer(config.databaseUrl)
    return { url: config.databaseUrl, close: async () => {} }
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    share: config.shareDatabase,
    onAway: (reason) => {
      if (reason === null) log.warn('the database server was lost and is back')
      onAway(reason)
    },
  })
  if (embedded.notice) log.warn(embedded.notice)
  return { url: embedded.url, close: embedded.stop }
}

// Whatever is wrong names the variable and the place, never the password.
async function checkServer(address: string): Promise<void> {
  const { host, hostname, port, pathname, searchParams } = new URL(address)
  const place = `DATABASE_URL (${hostname || searchParams.get('host') || host}:${port || searchParams.get('port') || 5432}${pathname})`
  const client = new Client({ connectionString: address, application_name: 'larder start', connectionTimeoutMillis: CONNECT_LIMIT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseUnfitServer(client)
  } catch (error) {
    if (awayOf(error)) throw new DatabaseAway(`${place} does not answer (${wordsOf(error)})`, 'it does not answer')
    throw new Error(`${place}: ${wordsOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function openPool(url: string, applicationName: string, isReadOnly: boolean, log: FastifyBaseLogger): Database {
  const onError = ({ message }: Error) => log.warn({ reason: message }, 'an idle database connection was lost')
  return createDatabase(createPool(url, { applicationName, readOnly: isReadOnly, onError }))
}
