import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { ApprovalRule, FileStream, NamedEndpoint, Permission, ReplicaState, RiderMoved } from '@larder/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database, ReadDatabase } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import type { Config } from '#src/config.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { InFlight } from './http/in-flight.ts'
import type { Change, Notice } from './record/change.ts'
import type { SequencedEvent } from './record/outbox-sequence.ts'
import type { Metrics } from './watch/metrics.ts'
import type { Claim } from './work/task-lease.ts'

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
  pubSub: PubSub
  access: AccessCache
  settings: SettingCache
  limits: Limits
  metrics: Metrics
  proxies: Proxies
  outbox: Outbox
  shared: SharedReads
  realtime: Realtime
  jobs: Jobs
  tasks: Tasks
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
  /** Of an endpoint that declares where its senders sign: the header of that name, once and short; null else. */
  signature?: (header: string) => string | null
  /** Of an endpoint that is `tagged`: the tags of what the caller has already. */
  knownTags?: readonly string[]
  /** The endpoint's name, or the job's. */
  operation: string
  idempotency: { key: string; bodyHash: Buffer } | null
  /** What else commits with every unit of this context, or keeps it from committing: that a task has done a row. */
  alongside?: (db: Transaction<DB>) => Promise<void>
  /** Of a row of a file: of which entity's list. It makes no second one of what people know by the same. */
  rowOf?: string
  /** When a change by this caller needs another person's approval; none where the endpoint declares no rule. */
  approval?: ApprovalRule | undefined
  /** Who approves it now, of what somebody else asked for earlier. */
  approver?: Pick<Actor, 'id' | 'name'>
  /** Units of work of this context are parts of this one. */
  within?: Work
  /** The record that was changed, once it is; for the log. */
  record?: string
}

/** A unit of work while it is written. */
export interface Work {
  /** The only writable handle. */
  db: Transaction<DB>
  /** What this unit did. Exactly one per unit, else nothing is committed. */
  record(change: Change): void
  /** Lets this unit record changes of several records, whose entries this id ties: that of their change set, else a new one. The same id each time. */
  tie(id?: string): string
  /** Instead of `record`: there was nothing to do. */
  nothing(): void
  /** A realtime payload that leaves with the change. */
  notify(notice: Notice): void
  /** Runs once after COMMIT; a failure is logged and changes nothing. */
  afterCommit(act: () => void): void
}

/** When a job runs by itself: by the clock (cron in a zone, UTC if none), every few seconds, or only when it is sent. */
export type Schedule = { cron: string; zone?: string } | { everySeconds: number } | 'when-sent'

export interface SendOptions {
  /** Not before this instant. */
  startAfter?: string
  /** While one with this key waits, another is not added. */
  singletonKey?: string
}

export interface Jobs {
  /**
   * Declares a job before `start`. It runs in one process at a time and may run again after a failure, so it must be repeatable.
   * One of every few seconds that ends with `again` has more to do: its next turn comes at once.
   */
  register<Data extends object>(
    name: string,
    schedule: Schedule,
    run: (ctx: Context, data: Data) => Promise<void> | Promise<'again' | undefined>,
  ): void
  /** Puts a run into the queue; resolves once it is stored. */
  send(name: string, data: object, options?: SendOptions): Promise<void>
  /** Runs a registered job here and now. */
  run(name: string, data?: object): Promise<void>
  /** Resolves once runs can be sent, or when the jobs were stopped first: it tries until then. */
  start(): Promise<void>
  /** Lets running jobs finish for up to 10 s. */
  stop(): Promise<void>
}

/** Work that takes longer than a request, kept in PostgreSQL until it is done, whatever is killed meanwhile. */
export interface Tasks {
  /** Declares a kind of task before `start`. */
  declare(kind: TaskKind): void
  /** An endpoint that tasks may call in their owners' names. */
  offer(endpoint: NamedEndpoint, handler: (ctx: Context, input: unknown) => Promise<unknown>): void
  /** There is something to do: look soon. */
  kick(): void
  /** Runs what is due here and now, until nothing is. */
  runDue(): Promise<void>
  start(): void
  /** Lets go of what runs here, for others or the next start to go on with. */
  stop(): Promise<void>
}

export interface TaskKind {
  name: string
  /** How many of it run at once in the whole installation. */
  atOnce: number
  /** How often it is begun again after a fault that is nobody's decision. */
  retries: number
  /**
   * Does it, or goes on with it: what is done may have been done by an earlier run, whose process was killed at any moment. A refusal ends
   * the task with its sentence; anything else that is thrown is a fault.
   */
  run(task: RunningTask): Promise<TaskResult>
}

/** A task while it runs: in its owner's name, as they stand at each moment. */
export interface RunningTask {
  claim: Claim
  services: Services
  /** A context of the owner as they are now. Ends the task when their account is not open any more or lacks the permission. */
  owner(permission: Permission): Promise<Context>
  /** What an endpoint declares, by its name. */
  endpoint(name: string): NamedEndpoint
  /** An endpoint's handler, called as its owner would call it; `more` goes into the context. */
  call(endpoint: string, input: object, more?: Pick<Context, 'alongside' | 'rowOf'>): Promise<unknown>
  /** How far it is; told to the owner a few times a second at most. Throws when the task is to stop. */
  progress(done: number, total: number | null): Promise<void>
  /** Keeps a file as what came of it; answers its size. */
  keepFile(chunks: AsyncIterable<Uint8Array>): Promise<number>
}

export interface TaskResult {
  /** What came of it, in a few words: "1,204 rows". */
  words: string
  file?: Pick<FileStream, 'name' | 'type' | 'sizeBytes'>
  /** What the record keeps of it besides. */
  facts?: Record<string, unknown>
}

/** Counts requests in this process. Who pays may use a whole minute's share at once and earns it back evenly. */
export interface Limits {
  /** Seconds until the next request of this key is welcome; 0 = now, and its price is taken. */
  take(key: string, perMinute: number, price?: number): number
  /** Corrects what a request has cost once it is known what it was; below 0 it is a surcharge, down to a minute's debt. */
  giveBack(key: string, price: number): void
  /** Whether it is time to tell that this key is refused: at most once a minute. */
  isNews(key: string): boolean
  /** For a member of staff, or for an address whose callers are not known, all requests together. */
  perMinute: number
}

export interface Outbox {
  /** There are new events: number them and hand them on soon. Cheap; any number of kicks makes one run. */
  kick(): void
  /** The number of the newest event that this process has handed on. */
  position(): number
  /** Rises with everything that this process has committed or heard of; null while it does not listen. */
  news(): number | null
  start(): Promise<void>
  /** Hands on what is committed and ends. */
  stop(): Promise<void>
}

/** The live side of the API: what happens reaches the screens of those who may know it, within a tenth of a second. */
export interface Realtime {
  /** Takes socket connections on the HTTP server that serves the API. */
  attach(server: HttpServer): void
  /** Hands numbered events to the sockets that may hear them. */
  deliver(events: SequencedEvent[]): void
  /** A rider's newest position, told about once a second to those who may see deliveries of the branch. */
  riderMoved(position: RiderMoved, branchId: string): void
  /** How many sockets are connected to this process. */
  connected(): number
  /** Says `server:restart` to everyone and closes. */
  stop(): Promise<void>
}

/** Who stands behind a credential, with what may change it. */
export interface Known {
  actor: Actor
  roleId: string | null
  /** As whom they see the product, while they do. */
  seenAs?: { roleId: string; staffId: string | null }
  /** Raised by anything that changes what this person may do. */
  accessVersion: number
  /** When the session or the account ends by time if nothing puts it off, as `performance.now()`; a channel key has no end. */
  endsAt: number
}

/** Whose rights ended or changed. A session is over for good; the others have to be looked up again. `view`: of a session, as whom it sees the product. */
export interface AccessChange {
  about: 'session' | 'view' | 'proof' | 'staff' | 'role' | 'channel-key'
  id: string
}

export interface AccessCache {
  /** The answer for a credential's hash: a remembered one for up to a second, else `load`'s. Only found ones are kept. */
  find(hash: string, load: () => Promise<Known | null>): Promise<Known | null>
  /** Who a credential's hash belonged to when it was last looked up: good enough to count by, not to let in. */
  lately(hash: string): Known | null
  /** Forgets everyone concerned, at once, and tells the listeners. */
  forget(change: AccessChange): void
  onChange(hear: (change: AccessChange) => void): void
}

/** What was read of the settings; every process forgets when any process changes one. */
export interface SettingCache {
  all(load: () => Promise<ReadonlyMap<string, unknown>>): Promise<ReadonlyMap<string, unknown>>
  forget(): void
}

/** Reads that many screens ask for at once and that are the same for all of a scope. */
export interface SharedReads {
  /**
   * What `load` gives, or what it gave an equal read of the last second, as long as nothing was committed or told meanwhile. `key` names
   * everything that the answer depends on; what it gives is shared and must not be changed.
   */
  read<T>(key: readonly unknown[], load: () => Promise<T>): Promise<T>
}

/** What processes of one installation tell each other through PostgreSQL. */
export type PubSubChannel = 'larder_access' | 'larder_event' | 'larder_looker' | 'larder_rider' | 'larder_setting'

export interface PubSub {
  /** Hears what any process sent, this one included. Words of at most 7,900 bytes. */
  on(channel: PubSubChannel, hear: (word: string) => void): void
  /** Runs after the line was down and is up again: what was sent meanwhile was not heard. */
  onGap(recover: () => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The second server that may answer reads of much, where one is configured. */
export interface Replica {
  /** Where to read now: the replica once it has everything that was committed before this call, else the primary. */
  reader(): Promise<ReadDatabase>
  /** How the replica stands. Asks both servers; rejects when the primary is away. */
  state(): Promise<ReplicaState>
}

/** What is known of a request's way here: Fastify's own reading of it, for requests that Fastify never sees. */
export interface Proxies {
  /** The caller's address: the connection's, or what a trusted proxy says. */
  addressOf(request: IncomingMessage): string
  /** The host that the caller asked for: the request's, or what a trusted proxy says. */
  hostOf(request: IncomingMessage): string | undefined
  /** Whether the request came straight from its caller, as far as can be seen. */
  isDirect(request: IncomingMessage): boolean
  /** Says once in the log, and counts, that a proxy speaks for others and is not trusted. */
  watch(request: IncomingMessage): void
}

/**
 * What a browser keeps of having signed in, so that it is known again wherever it comes from. It opens nothing: who brings it has attempts
 * to sign in of their own, which no stranger can use up. A cookie that no script reads, because local storage is cleared with the session.
 */
export interface Device {
  presented(): string | null
  keep(token: string): void
}
