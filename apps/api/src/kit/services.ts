import type { FastifyBaseLogger } from 'fastify'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { Config } from '#src/config.ts'
import type { Clock } from './clock.ts'
import type { Services } from './context.ts'
import { createInFlight } from './in-flight.ts'
import { createJobs } from './jobs.ts'
import { createLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { createOutbox } from './outbox.ts'
import { createProxies } from './proxies.ts'
import { createRealtime } from './realtime.ts'
import { createReplica } from './replica.ts'
import { createAccessCache } from './sessions-cache.ts'
import { createSettingCache } from './settings.ts'
import { createSharedReads } from './shared-reads.ts'
import { createSignals } from './signals.ts'
import { systemContext } from './system-actor.ts'

interface ServiceParts {
  config: Config
  /** Of the primary, for the connections that are no pool's: signals, job queue. */
  databaseUrl: string
  writable: Database
  db: ReadDatabase
  /** Of a server that follows the primary. */
  replicaDb?: ReadDatabase | null
  clock: Clock
  log: FastifyBaseLogger
  /** What the process waits for, in a sentence; null when for nothing that it knows of. */
  awaited?: () => string | null
}

/** Everything that the API leans on, built and not yet started: `startServices` before requests come, `services.jobs.start()` after. */
export function createServices({ databaseUrl, replicaDb = null, awaited = () => null, ...parts }: ServiceParts): Services {
  const { log, writable } = parts
  const signals = createSignals(databaseUrl, log)
  const metrics = createMetrics()
  const realtime = createRealtime({ services: () => services, signals, log })
  const services: Services = {
    ...parts,
    awaited,
    signals,
    realtime,
    replica: createReplica(parts.db, replicaDb),
    metrics,
    proxies: createProxies(parts.config.trustProxy, log, metrics),
    access: createAccessCache(signals),
    settings: createSettingCache(signals),
    limits: createLimits(parts.config.requestsPerMinute),
    shared: createSharedReads(() => services.outbox.news()),
    outbox: createOutbox({ db: writable, signals, log, deliver: realtime.deliver }),
    inFlight: createInFlight(),
    jobs: createJobs({ databaseUrl, log, metrics, contextOf: (operation) => systemContext(services, operation) }),
  }
  return services
}

/** Takes up the line between processes and begins to number events. */
export async function startServices({ signals, outbox }: Services): Promise<void> {
  await signals.start()
  await outbox.start()
}

/** Ends what was started, in the order in which one leans on the other; the pools are the caller's. */
export async function stopServices({ jobs, realtime, outbox, signals }: Services): Promise<void> {
  await jobs.stop()
  await outbox.stop()
  await realtime.stop()
  await signals.stop()
}
