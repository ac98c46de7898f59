import { Kysely, PostgresDialect } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Client, Pool } from 'pg'
import { columnTypes } from './column-types.ts'
import { prepareStatements } from './prepared.ts'
import type { DB } from './schema.gen.ts'

/** The writable handle. Only the unit of work, the jobs and the seed may hold one. */
export type Database = Kysely<DB>

/**
 * The handle of everything that reads: inserting, updating and deleting do not compile. Raw `sql` does; on a pool that
 * is `readOnly` the server refuses what it would write.
 */
export type ReadDatabase = Omit<ReadonlyKysely<DB>, 'getExecutor'> & Pick<Kysely<DB>, 'getExecutor'>

export type PoolOptions = {
  max?: number
  /** Every transaction of this pool may read only. */
  readOnly?: boolean
  /** Statements are planned once per connection, not at every use; on unless what they read changes while they run. */
  prepares?: boolean
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionMs?: number
  acquireTimeoutMs?: number
  applicationName: string
  onError?: (error: Error) => void
}

// How much longer than the server's own limit we wait for its answer before the connection is given up as hung.
const HUNG_AFTER_MS = 500

// A plan is made once per connection: with the values in sight it would be made for each call again, over all partitions.
// What is new in an index of words waits in a list that each search reads whole: of 4 MB, the usual, it takes longer than the index.
const SESSION = ['timezone=UTC', 'datestyle=ISO', 'plan_cache_mode=force_generic_plan', 'gin_pending_list_limit=128']

/** A pool with a limit on everything that can wait: a connection, a lock, a statement, an idle transaction, a server that hangs. */
export function createPool(url: string, options: PoolOptions): Pool {
  const { max = 8, statementTimeoutMs = 5000, lockTimeoutMs = 3000, idleInTransactionMs = 10_000, acquireTimeoutMs = 3000 } = options
  const pool = new Pool({
    Client: ImpatientClient,
    connectionString: url,
    application_name: options.applicationName,
    max,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + HUNG_AFTER_MS,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: [...SESSION, ...(options.readOnly ? ['default_transaction_read_only=on'] : [])].map((setting) => `-c ${setting}`).join(' '),
    types: columnTypes,
  })
  // Without a listener the loss of a connection would end the process: an idle one tells the pool, one in use itself,
  // whose user hears of it from the next answer.
  pool.on('error', (error) => !pool.ending && options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.prepares ?? true) pool.on('connect', prepareStatements)
  return pool
}

const pools = new WeakMap<object, Pool>()

/** The typed handle over a pool. Destroying it ends the pool. */
export function createDatabase(pool: Pool): Database {
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(database, pool)
  return database
}

/** How many connections a handle's pool has in use and idle, and how many requests wait for one. */
export function poolUse(database: Database | ReadDatabase): { active: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {}
  return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** The same handle, typed read-only. */
export function readOnly(database: Database): ReadDatabase {
  return database as never
}

type Query = (...values: unknown[]) => unknown

/**
 * A connection that is closed when the server did not answer within `query_timeout`. The driver alone would keep it, and
 * whatever is asked on it next (the rollback, or another request) would wait behind the answer that never comes.
 */
class ImpatientClient extends Client {
  override query = ((...values: unknown[]) => {
    const result = (super.query as Query).apply(this, values)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    }
    return result
  }) as Client['query']
}
