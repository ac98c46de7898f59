import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment } from './embedded-cluster.ts'
import type { ServerAccount } from './embedded-root.ts'
import { isAlive, readCommandLine } from './process-alive.ts'

/** A running server process of ours, and where it listens: a socket folder, or a loopback address where there are no sockets. */
export type Postmaster = { pid: number; host: string; port: number }

const LOG_LIMIT_BYTES = 10_000_000

const SETTINGS: Record<string, string> = {
  max_connections: '60',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  default_statistics_target: '200',
  jit: 'off',
  track_io_timing: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and row values may hold names, addresses and phone numbers: they stay out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The living server of a cluster, or null. A pid file left by a server that is gone is removed, so that the next start is not refused. */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  const host = lines[4]?.trim() || lines[5]?.trim()
  if (isServing(pid, cluster)) return host && port ? { pid, host, port } : null
  rmSync(file, { force: true })
  return null
}

/** Starts the server, detached: it outlives a killed owner, whose successor then finds it. Its output goes to `log`, never to a pipe of ours. */
export function spawnPostmaster(
  binaries: string,
  cluster: string,
  log: string,
  address: Omit<Postmaster, 'pid'>,
  account: ServerAccount,
): ChildProcess {
  const isSocket = address.host.startsWith('/')
  const settings = {
    ...SETTINGS,
    port: String(address.port),
    listen_addresses: isSocket ? '' : address.host,
    ...(isSocket && { unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
  }
  const output = openLog(log)
  try {
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: cluster,
        env: serverEnvironment(),
        detached: true,
        stdio: ['ignore', output, output],
        ...account,
      },
    )
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/** Fast shutdown: sessions are ended, everything is written, the process is gone when this returns. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  for (let waited = 0; isAlive(postmaster.pid); waited += 10) {
    if (waited === 15_000) process.kill(postmaster.pid, 'SIGQUIT')
    await pause(10)
  }
}

/** The last lines of the server's log, for the sentence that tells why it did not start. */
export function readLogTail(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}

function isServing(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command = readCommandLine(pid)
  return command === null || command.includes(cluster)
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
