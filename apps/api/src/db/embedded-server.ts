import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseAway } from './database-away.ts'
import type { Cluster } from './embedded-cluster.ts'
import { clearTheWay, findPostmaster, type Postmaster, readComplaint, spawnPostmaster } from './embedded-postmaster.ts'
import { type DatabaseRoot, giveTo } from './embedded-root.ts'
import { isAlive } from './process-alive.ts'

const SOCKET_PATH_LIMIT = 90
const START_LIMIT_MS = 60_000
const POLL_MS = 15
// What a server says, or its socket does, while it starts, recovers or shuts down.
const NOT_YET = new Set(['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])

const ANOTHER_STARTS = /lock file "[^"]*" (?:already exists|is empty)|bogus data in lock file|is still in use/
// So long a server that is just starting may leave no valid pid file.
const UNLISTED_MS = 1000
// So long another process may take over a start, or the rest of a killed server may hold its memory, before it is told.
const REFUSED_MS = 5000

/** Everything that is needed to start the server again after it was lost. */
export type ServerPlan = { root: DatabaseRoot; binaries: string; cluster: Cluster; log: string }

type Launched = { postmaster: Postmaster; logFrom: number }

/**
 * Finds the cluster's server or starts it (`isOurs`), waits until it answers, and returns a connection of its superuser.
 * Throws `DatabaseAway` when it does not start or does not answer.
 */
export async function connectToServer(plan: ServerPlan): Promise<{ admin: Client; postmaster: Postmaster; isOurs: boolean }> {
  const { folder, passwords } = plan.cluster
  let launched: Launched | null = null
  let lastSeen = performance.now()
  let refusedSince: number | null = null
  for (const deadline = performance.now() + START_LIMIT_MS; performance.now() < deadline; await pause(POLL_MS)) {
    const running = findPostmaster(folder)
    if (running) lastSeen = performance.now()
    if (launched && !isAlive(launched.postmaster.pid)) throw notStarted(plan, launched.logFrom, 'it ended')
    if (performance.now() - lastSeen > UNLISTED_MS) await clearTheWay(folder)
    if (!running && !launched) {
      const attempt = await launch(plan)
      if (attempt instanceof DatabaseAway) {
        refusedSince ??= performance.now()
        if (performance.now() - refusedSince > REFUSED_MS) throw attempt
      } else launched = attempt
    }
    const postmaster = running ?? launched?.postmaster
    const admin = postmaster && (await tryConnect(serverUrl(postmaster, 'postgres', passwords.postgres, 'postgres')))
    if (admin) return { admin, postmaster, isOurs: launched !== null }
  }
  throw new DatabaseAway(
    `its server did not answer within ${START_LIMIT_MS / 1000} s; its log is ${plan.log}`,
    'its server does not answer',
  )
}

/** The address of a database on the server, for `pg` and every libpq program. */
export function serverUrl(postmaster: Omit<Postmaster, 'pid'>, user: string, password: string, database: string): string {
  const base = `postgres://${user}:${password}@localhost:${postmaster.port}/${database}`
  return `${base}?host=${encodeURIComponent(postmaster.host)}`
}

// Returns the refusal when another process is starting the same server at the same moment: the caller then finds that one.
async function launch(plan: ServerPlan): Promise<Launched | DatabaseAway> {
  const { root, binaries, cluster, log } = plan
  const { child, logFrom } = spawnPostmaster(binaries, cluster.folder, log, await chooseAddress(root), root.account)
  let end: string | null = null
  child.once('error', (error) => {
    end = String(error)
  })
  child.once('exit', (code, signal) => {
    end = `it ended with ${code ?? signal}`
  })
  for (;;) {
    await pause(POLL_MS)
    const postmaster = findPostmaster(cluster.folder)
    if (postmaster) return { postmaster, logFrom }
    if (end === null) continue
    const away = notStarted(plan, logFrom, end)
    if (ANOTHER_STARTS.test(away.message)) return away
    throw away
  }
}

function notStarted({ root, log }: ServerPlan, logFrom: number, end: string): DatabaseAway {
  const why = readComplaint(log, logFrom) ?? (isFull(root.path) ? 'no space is left on the disk' : end)
  return new DatabaseAway(`its server could not be started: ${why}`, 'its server could not be started')
}

// A log on a full disk takes no complaint.
function isFull(folder: string): boolean {
  return statfsSync(folder).bavail === 0
}

async function tryConnect(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url, application_name: 'larder start' })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof Error && 'code' in error && NOT_YET.has(String(error.code))) return null
    if (error instanceof Error && /terminated unexpectedly/.test(error.message)) return null
    throw error
  }
}

async function chooseAddress(root: DatabaseRoot): Promise<Omit<Postmaster, 'pid'>> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await findFreePort() }
  const inRoot = join(root.path, 'run')
  const hash = createHash('sha256').update(root.path).digest('hex').slice(0, 12)
  const host = inRoot.length <= SOCKET_PATH_LIMIT ? inRoot : join(tmpdir(), `larder-run-${hash}`)
  mkdirSync(host, { recursive: true })
  chmodSync(host, 0o700)
  giveTo(root.account, host)
  return { host, port: 5432 }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port'))))
    })
  })
}
