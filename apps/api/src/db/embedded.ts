import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { installBinaries } from './embedded-binaries.ts'
import { ensureCluster } from './embedded-cluster.ts'
import { stopPostmaster } from './embedded-postmaster.ts'
import { chooseDatabaseRoot } from './embedded-root.ts'
import { hasSeats, type Seat, takeSeat } from './embedded-seat.ts'
import { connectToServer, type ServerPlan, serverUrl } from './embedded-server.ts'
import { refuseUnsafeServer } from './server-check.ts'

/** The database server that the program brings, runs and watches. `url` is the product's role, `adminUrl` the superuser's. */
export type EmbeddedDatabase = { url: string; adminUrl: string; folder: string; notice: string | null; stop: () => Promise<void> }

export type EmbeddedOptions = {
  dataDir: string
  /** Joins the server of another process of the same installation instead of being refused. */
  share?: boolean
  /** Told when the server was lost and is back (null), or could not be brought back (the reason). */
  onRestart?: (failure: unknown) => void
}

const DATABASE = 'larder'
const RETURN_LIMIT_MS = 30_000
// "already exists", in the words of roles and databases: another process created it at the same moment.
const EXISTS = new Set(['42710', '42P04', '23505'])

/** Starts the server or adopts the one that runs, makes sure that it is safe and ours alone, and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const root = chooseDatabaseRoot(options.dataDir)
  const binaries = installBinaries(root.path)
  const cluster = await ensureCluster(root, binaries)
  const plan: ServerPlan = { root, binaries, cluster, log: join(root.path, 'postgres.log') }
  const share = options.share ?? false
  let { seat, urls } = await sitDown(plan, share)
  let isStopping = false
  let returning = Promise.resolve()

  const watch = () =>
    seat.client.once('end', () => {
      if (!isStopping) returning = returnToSeat().then(() => options.onRestart?.(null), options.onRestart)
    })
  async function returnToSeat(): Promise<void> {
    ;({ seat, urls } = await retry(() => sitDown(plan, share)))
    watch()
  }
  watch()

  return {
    ...urls,
    folder: root.path,
    notice: root.notice,
    stop: async () => {
      isStopping = true
      await returning
      const isLast = await seat.isLast().catch(() => true)
      await seat.client.end()
      if (isLast) await stopPostmaster(cluster.folder)
    },
  }
}

async function sitDown(plan: ServerPlan, share: boolean): Promise<{ seat: Seat; urls: { url: string; adminUrl: string } }> {
  const { admin, postmaster, isOurs } = await connectToServer(plan)
  const { folder, passwords } = plan.cluster
  const url = serverUrl(postmaster, DATABASE, passwords.larder, DATABASE)
  const adminUrl = serverUrl(postmaster, 'postgres', passwords.postgres, 'postgres')
  try {
    await refuseUnsafeServer(admin)
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

// A server that was just lost may be lost again while we return to it.
async function retry<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + RETURN_LIMIT_MS; ; await pause(100)) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}
