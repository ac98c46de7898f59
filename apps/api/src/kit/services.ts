import type { FastifyBaseLogger } from 'fastify'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { Config } from '#src/config.ts'
import { createAccessCache } from './access/cache.ts'
import { systemContext } from './access/system-actor.ts'
import type { Clock } from './clock.ts'
import type { Services } from './context.ts'
import { createInFlight } from './http/in-flight.ts'
import { createLimits } from './http/limits.ts'
import { createProxies } from './http/proxies.ts'
import { createPubSub } from './live/pub-sub.ts'
import { createRealtime } from './live/realtime.ts'
import { createReplica } from './read/replica.ts'
import { createSharedReads } from './read/shared-reads.ts'
import { createOutbox } from './record/outbox.ts'
import { createSettingCache } from './settings.ts'
import { createMetrics } from './watch/metrics.ts'
import { createJobs } from './work/jobs.ts'
import { createTasks } from './work/tasks.ts'

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
  const pubSub = createPubSub(databaseUrl, log)
  const metrics = createMetrics()
  const realtime = createRealtime({ services: () => services, pubSub, log })
  const services: Services = {
    ...parts,
    awaited,
    pubSub,
    realtime,
    replica: createReplica(parts.db, replicaDb),
    metrics,
    proxies: createProxies(parts.config.trustProxy, log, metrics),
    access: createAccessCache(pubSub),
    settings: createSettingCache(pubSub),
    limits: createLimits(parts.config.requestsPerMinute),
    shared: createSharedReads(() => services.outbox.news()),
    outbox: createOutbox({ db: writable, pubSub, log, deliver: realtime.deliver }),
    inFlight: createInFlight(),
    jobs: createJobs({ databaseUrl, log, metrics, contextOf: (operation) => systemContext(services, operation) }),
    tasks: createTasks(() => services, log),
  }
  return services
}

/** Takes up the line between processes and begins to number events. */
export async function startServices({ pubSub, outbox }: Services): Promise<void> {
  await pubSub.start()
  await outbox.start()
}

/** Ends what was started, in the order in which one leans on the other; the pools are the caller's. */
export async function stopServices({ jobs, tasks, realtime, outbox, pubSub }: Services): Promise<void> {
  await tasks.stop()
  await jobs.stop()
  await outbox.stop()
  await realtime.stop()
  await pubSub.stop()
}
