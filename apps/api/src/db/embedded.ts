import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { backOffMs } from './back-off.ts'
import { DatabaseAway } from './database-away.ts'
import { installBinaries } from './embedded-binaries.ts'
import { clusterIn, ensureCluster } from './embedded-cluster.ts'
import { refuseCopy } from './embedded-pid-file.ts'
import { findPostmaster, stopPostmaster } from './embedded-postmaster.ts'
import { chooseDatabaseRoot } from './embedded-root.ts'
import { hasSeats, type Seat, takeSeat } from './embedded-seat.ts'
import { connectToServer, type ServerPlan, serverUrl } from './embedded-server.ts'
import { refuseUnfitServer } from './server-check.ts'

/** The database server that the program brings, runs and watches. `url` is the product's role, `adminUrl` the superuser's. */
export type EmbeddedDatabase = { url: string; adminUrl: string; folder: string; notice: string | null; stop: () => Promise<void> }

export type EmbeddedOptions = {
  dataDir: string
  /** Joins the server of another process of the same installation instead of being refused. */
  share?: boolean
  /** Told when the server was lost, why it could not be brought back at each attempt, and null when it is back. It is tried until `stop`. */
  onAway?: (reason: unknown) => void
}

const DATABASE = 'larder'
const RETURN = { firstMs: 100, limitMs: 10_000 }
// "already exists", in the words of roles and databases: another process created it at the same moment.
const EXISTS = new Set(['42710', '42P04', '23505'])

/** Starts the server or adopts the one that runs, makes sure that it is safe and ours alone, and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const root = chooseDatabaseRoot(options.dataDir)
  const binaries = installBinaries(root.path)
  const { cluster, isNew } = await ensureCluster(root, binaries)
  refuseCopy(cluster.folder)
  const plan: ServerPlan = { root, binaries, cluster, log: join(root.path, 'postgres.log') }
  const share = options.share ?? false
  // What has never run is not waited for: something is wrong that will not pass.
  let { seat, urls } = await sitDown(plan, share).catch((error: unknown) => {
    throw isNew && error instanceof DatabaseAway ? new Error(`There is no database: ${error.message}`) : error
  })
  const stopping = new AbortController()
  let returning = Promise.resolve()

  const watch = () =>
    seat.lost.then(() => {
      if (!stopping.signal.aborted) returning = returnToSeat()
    })
  async function returnToSeat(): Promise<void> {
    options.onAway?.(new DatabaseAway('its server was lost and is being started again', 'its server is being started again'))
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      try {
        ;({ seat, urls } = await sitDown(plan, share))
        watch()
        return options.onAway?.(null)
      } catch (error) {
        options.onAway?.(error)
        await pause(backOffMs(failures, RETURN), undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  watch()

  return {
    ...urls,
    folder: root.path,
    notice: root.notice,
    stop: async () => {
      stopping.abort()
      await returning
      const isLast = await seat.isLast().catch(() => true)
      await seat.client.end()
      if (isLast) await stopPostmaster(cluster.folder)
    },
  }
}

/** Ends a server that a killed process left running on a data folder, unless another process is at it. */
export async function endOrphan(dataDir: string): Promise<void> {
  const { path } = chooseDatabaseRoot(dataDir)
  if (!findPostmaster(clusterIn(path))) return
  const adopted = await startEmbedded({ dataDir, share: true })
  await adopted.stop()
}

async function sitDown(plan: ServerPlan, share: boolean): Promise<{ seat: Seat; urls: { url: string; adminUrl: string } }> {
  const { admin, postmaster, isOurs } = await connectToServer(plan)
  const { folder, passwords } = plan.cluster
  const url = serverUrl(postmaster, DATABASE, passwords.larder, DATABASE)
  const adminUrl = serverUrl(postmaster, 'postgres', passwords.postgres, 'postgres')
  try {
    await refuseUnfitServer(admin)
    await ensureDatabase(admin, passwords.larder)
    return { seat: await takeSeat(url, share), urls: { url, adminUrl } }
  } catch (error) {
    if (isOurs && !(await hasSeats(admin))) await stopPostmaster(folder)
    throw error
  } finally {
    await admin.end()
  }
}

async function ensureDatabase(admin: Client, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 1) return
  await createUnlessThere(admin, `create role ${DATABASE} login password '${password}'`)
  await createUnlessThere(admin, `create database ${DATABASE} owner ${DATABASE}`)
}

async function createUnlessThere(admin: Client, statement: string): Promise<void> {
  try {
    await admin.query(statement)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && EXISTS.has(String(error.code)))) throw error
  }
}
