import type { ChannelParty, ChannelScope, Permission } from '@larder/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { Config } from '#src/config.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import type { InFlight } from './in-flight.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'
import type { Proxies } from './proxies.ts'
import type { Realtime } from './realtime.ts'
import type { Replica } from './replica.ts'
import type { AccessCache } from './sessions-cache.ts'
import type { SettingCache } from './settings.ts'
import type { SharedReads } from './shared-reads.ts'
import type { Signals } from './signals.ts'

/**
 * How far an actor reaches. Every list, get, write, export and socket room is cut to it in the query. `channel`: what came in by this
 * key alone.
 */
export type Scope = { kind: 'all' } | { kind: 'branch' | 'store' | 'channel'; ids: readonly string[] }

/** Who acts: a member of staff with a session, an outside program with a key, or the system itself. */
export interface Actor {
  kind: 'staff' | 'channel' | 'system'
  id: string
  name: string
  /** Key of the role; null for channels and the system. */
  role: string | null
  isAdmin: boolean
  grants: ReadonlySet<Permission | ChannelScope>
  /** The most that one act of a permission may move, in minor units; absent = no limit. */
  limits: ReadonlyMap<Permission, number>
  scope: Scope
  /** Whom a channel may speak for; absent of everybody else. */
  parties?: readonly ChannelParty[]
  sessionId: string | null
  /** The password is one that somebody else has seen: it opens nothing but its own change. */
  mustChangePassword?: boolean
}

/** What every part of the API leans on; built once, by `createServices`. */
export interface Services {
  config: Config
  /** Writable: only the unit of work and the kit may touch it. */
  writable: Database
  /** Typed read-only; of the primary. */
  db: ReadDatabase
  replica: Replica
  clock: Clock
  log: FastifyBaseLogger
  signals: Signals
  access: AccessCache
  settings: SettingCache
  limits: Limits
  metrics: Metrics
  proxies: Proxies
  outbox: Outbox
  shared: SharedReads
  realtime: Realtime
  jobs: Jobs
  /** What requests are at; the pools outlive it. */
  inFlight: InFlight
  /** What the process waits for, in a sentence; null when for nothing that it knows of. */
  awaited: () => string | null
}

/** What a handler or a job receives: who, when, with what. */
export interface Context {
  services: Services
  actor: Actor
  /** The primary's; the replica's where the endpoint allows it and the replica is up to date. */
  db: ReadDatabase
  clock: Clock
  log: FastifyBaseLogger
  requestId: string
  address: string | null
  /** What the caller's program calls itself; nothing to rely on. */
  userAgent: string | null
  device: Device
  /** The endpoint's name, or the job's. */
  operation: string
  idempotency: { key: string; bodyHash: Buffer } | null
  /** The record that was changed, once it is; for the log. */
  record?: string
}
