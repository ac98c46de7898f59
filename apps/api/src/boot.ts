import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { createDatabase, createPool, type Database, readOnly } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import { refuseUnsafeServer } from '#db/server-check.ts'
import { systemClock } from '#kit/clock.ts'
import { createServices, startServices, stopServices } from '#kit/services.ts'
import { seedDemo } from '#seed/seed.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'

/** A product that starts: `ready` is the address it answers at; `stop` ends it at any moment without losing an answer. */
export type Running = { ready: Promise<string>; stop: () => Promise<void> }

export type BootOptions = {
  config: Config
  log: FastifyBaseLogger
  /** Told in a few words what takes a while. */
  onStep: (step: string) => void
  /** Told that the database is lost for good: the process can only end. */
  onLost: (reason: unknown) => void
}

const WEB_ROOT = join(import.meta.dirname, '../../web/dist')
const IN_FLIGHT_LIMIT_MS = 10_000
const CONNECT_LIMIT_MS = 10_000

/** Starts everything in the order in which one leans on the other, and listens. */
export function boot(options: BootOptions): Running {
  const life = createLifecycle(options.log)
  return { ready: start(options, life), stop: life.stop }
}

async function start(options: BootOptions, life: Lifecycle): Promise<string> {
  const { config, log, onStep } = options
  const source = await life.add(openDatabase(options), ({ close }) => close())
  await migrateToLatest(source.url)
  const writable = await life.add(openPool(source.url, 'larder', log), (database) => database.destroy())
  const replica =
    config.databaseReplicaUrl &&
    (await life.add(openPool(config.databaseReplicaUrl, 'larder reads', log), (database) => database.destroy()))
  await ensureCurrentPartitions(writable, systemClock.instant())
  if (config.demo) await seedDemo(writable, { orders: config.demoOrders, dataDir: config.dataDir, now: systemClock.instant(), log, onStep })

  const services = createServices({ config, databaseUrl: source.url, writable, db: readOnly(replica || writable), clock: systemClock, log })
  await life.add(startServices(services), () => stopServices(services))
  const app = await buildApp(services, { webRoot: WEB_ROOT })
  const address = await life.add(app.listen({ host: config.host, port: config.port }), async () => {
    const closed = app.close()
    await services.realtime.stop()
    await Promise.race([closed, pause(IN_FLIGHT_LIMIT_MS, undefined, { ref: false })])
  })
  await services.jobs.start()
  return address
}

async function openDatabase({ config, log, onLost }: BootOptions): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl !== null) {
    await checkServer(config.databaseUrl)
    return { url: config.databaseUrl, close: async () => {} }
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    share: config.shareDatabase,
    onRestart: (failure) => (failure === null ? log.warn('the database server was lost and is back') : onLost(failure)),
  })
  if (embedded.notice) log.warn(embedded.notice)
  return { url: embedded.url, close: embedded.stop }
}

async function checkServer(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'larder start', connectionTimeoutMillis: CONNECT_LIMIT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnsafeServer(client)
  } finally {
    await client.end()
  }
}

function openPool(url: string, applicationName: string, log: FastifyBaseLogger): Database {
  return createDatabase(
    createPool(url, { applicationName, onError: (error) => log.warn({ err: error }, 'an idle database connection was lost') }),
  )
}
