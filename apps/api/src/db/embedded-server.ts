import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './embedded-cluster.ts'
import { findPostmaster, type Postmaster, readLogTail, spawnPostmaster } from './embedded-postmaster.ts'
import { type DatabaseRoot, giveTo } from './embedded-root.ts'

const SOCKET_PATH_LIMIT = 90
const START_LIMIT_MS = 60_000
const POLL_MS = 15
// What a server says, or its socket does, while it starts, recovers or shuts down.
const NOT_YET = new Set(['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])

/** Everything that is needed to start the server again after it was lost. */
export type ServerPlan = { root: DatabaseRoot; binaries: string; cluster: Cluster; log: string }

/** Finds the cluster's server or starts it (`isOurs`), waits until it answers, and returns a connection of its superuser. */
export async function connectToServer(plan: ServerPlan): Promise<{ admin: Client; postmaster: Postmaster; isOurs: boolean }> {
  const { folder, passwords } = plan.cluster
  let isOurs = false
  for (const deadline = performance.now() + START_LIMIT_MS; performance.now() < deadline; await pause(POLL_MS)) {
    const running = findPostmaster(folder)
    const postmaster = running ?? (await launch(plan))
    isOurs ||= !running && postmaster !== null
    const admin = postmaster && (await tryConnect(serverUrl(postmaster, 'postgres', passwords.postgres, 'postgres')))
    if (admin) return { admin, postmaster, isOurs }
  }
  throw new Error(
    `The database did not answer within ${START_LIMIT_MS / 1000} s. Its log, ${plan.log}, ends with:\n${readLogTail(plan.log)}`,
  )
}

/** The address of a database on the server, for `pg` and every libpq program. */
export function serverUrl(postmaster: Omit<Postmaster, 'pid'>, user: string, password: string, database: string): string {
  const base = `postgres://${user}:${password}@localhost:${postmaster.port}/${database}`
  return `${base}?host=${encodeURIComponent(postmaster.host)}`
}

// Returns null when another process is starting the same server at the same moment: the caller then finds that one.
async function launch(plan: ServerPlan): Promise<Postmaster | null> {
  const child = spawnPostmaster(plan.binaries, plan.cluster.folder, plan.log, await chooseAddress(plan.root), plan.root.account)
  let end: Error | 'exit' | null = null
  child.once('error', (error) => {
    end = error
  })
  child.once('exit', () => {
    end = 'exit'
  })
  for (;;) {
    await pause(POLL_MS)
    const postmaster = findPostmaster(plan.cluster.folder)
    if (postmaster) return postmaster
    if (end === null) continue
    const reason = end === 'exit' ? readLogTail(plan.log) : String(end)
    if (/lock file|still in use/.test(reason)) return null
    throw new Error(`The database could not be started:\n${reason}`)
  }
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
