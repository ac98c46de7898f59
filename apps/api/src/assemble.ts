import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inviteAddress } from '@larder/contract'
import type { FastifyInstance } from 'fastify'
import type { ReadDatabase } from '#db/database.ts'
import { systemClock } from '#kit/clock.ts'
import type { Services } from '#kit/context.ts'
import { createServices, startServices, stopServices } from '#kit/services.ts'
import { whySecretIsOther } from '#modules/audit/audit-key.ts'
import { makeFirstAdminToken } from '#modules/session/first-admin.service.ts'
import { refuseOpenDemo } from '#seed/demo-access.ts'
import { buildApp } from './app.ts'
import { type Connections, followConnections } from './connections.ts'
import { type PrepareOptions, prepare } from './prepare.ts'

/** The whole product on its database, ready to listen. */
export interface Product {
  app: FastifyInstance
  hasChannelKey: boolean
  hasAccount: boolean
  /** The link of the first administrator, below the address where the product answers; null as soon as there was one. */
  firstAdminLink: (address: string) => string | null
  /** Begins the work besides the requests, which need not wait for the queue to look after its tables. */
  takeUpJobs: () => void
  /** Ends listening: no new connection; sockets are told, requests in flight are answered. */
  close: () => Promise<void>
}

const WEB_ROOT = join(import.meta.dirname, '../../web/dist')
const IN_FLIGHT_LIMIT_MS = 10_000

export type AssembleOptions = PrepareOptions & {
  onStep: (step: string) => void
  /** What is waited for, for whoever asks whether the product is ready. */
  awaited: () => string | null
}

/** Brings the database up to date, seeds the demo and builds the API on it. What is opened is ended with `life`. */
export async function assemble(options: AssembleOptions): Promise<Product> {
  const { config, log, life, awaited } = options
  const prepared = await prepare(options)
  const otherSecret = await whySecretIsOther(prepared.db, config)
  if (otherSecret) log.error(otherSecret)
  const hasChannelKey = config.demo && (await seed(prepared.databaseUrl, options))
  if (!config.demo) await refuseOpenDemo(prepared.db)
  const services = createServices({ ...prepared, config, clock: systemClock, log, awaited })
  await life.add(startServices(services), () => stopServices(services))
  const app = await buildApp(services, { webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : undefined })
  const connections = followConnections(app.server)
  const firstAdminToken = await makeFirstAdminToken(services)
  return {
    app,
    hasChannelKey,
    hasAccount: await hasAccount(prepared.db),
    firstAdminLink: (address) => firstAdminToken && inviteAddress(config.publicUrl ?? address, firstAdminToken),
    takeUpJobs: () => {
      services.tasks.start()
      void services.jobs.start().catch((error: unknown) => log.error({ err: error }, 'the job queue did not start'))
    },
    close: () => stopServing(app, services, connections),
  }
}

// Returns whether the channel key of the data folder opens the demo.
async function seed(databaseUrl: string, { config, onStep }: AssembleOptions): Promise<boolean> {
  // Loaded here alone: the city's names and menus are no part of a real installation.
  const { seedDemo } = await import('#seed/seed.ts')
  const { demoOrders: orders, dataDir, gateway, secretKey } = config
  const ownsDatabase = config.databaseUrl === null
  const now = systemClock.instant()
  return (await seedDemo(databaseUrl, { orders, dataDir, ownsDatabase, gateway, secretKey, now, onStep })).isKeyValid
}

async function hasAccount(db: ReadDatabase): Promise<boolean> {
  const anybody = await db.selectFrom('staff').select('id').where('status', '=', 'active').limit(1).executeTakeFirst()
  return anybody !== undefined
}

async function stopServing(app: FastifyInstance, services: Services, connections: Connections): Promise<void> {
  const closed = app.close()
  await services.realtime.stop()
  // Whoever hangs up leaves behind what they asked for: it still needs the database.
  const over = Promise.all([closed, connections.end(IN_FLIGHT_LIMIT_MS)]).then(services.inFlight.end)
  await Promise.race([over, pause(IN_FLIGHT_LIMIT_MS, undefined, { ref: false })])
  void services.inFlight.end()
}
