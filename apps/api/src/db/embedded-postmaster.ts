import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment } from './embedded-cluster.ts'
import { pidFileOf, readPidFile } from './embedded-pid-file.ts'
import type { ServerAccount } from './embedded-root.ts'
import { isAlive, listProcesses, readCommandLine, readWorkingFolder } from './process-alive.ts'

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
  const file = readPidFile(cluster)
  // One that is empty may just be being written.
  if (file === null || file === 'damaged') return null
  const { pid, host, port } = file
  if (isServing(pid, cluster)) return host && port ? { pid, host, port } : null
  rmSync(pidFileOf(cluster), { force: true })
  return null
}

/**
 * Makes room for a start that is refused though no pid file names a server: removes what a crash left of the file, and ends a server that lost
 * its own, and sessions that outlived theirs and keep its memory. Such a one waits for what a killed one held, and notices nothing any more.
 */
export async function clearTheWay(cluster: string): Promise<void> {
  const file = readPidFile(cluster)
  if (file !== null && file !== 'damaged') return
  for (const pid of listProcesses()) {
    if (readCommandLine(pid) !== null && isServing(pid, cluster)) await endServer(pid)
  }
  for (const pid of listProcesses()) {
    if (isPartOfServer(pid, cluster)) send(pid, 'SIGKILL')
  }
  if (file === 'damaged') rmSync(pidFileOf(cluster), { force: true })
}

/**
 * Starts the server, detached: it outlives a killed owner, whose successor then finds it. Its output goes to `log`, from byte `logFrom`,
 * never to a pipe of ours.
 */
export function spawnPostmaster(
  binaries: string,
  cluster: string,
  log: string,
  address: Omit<Postmaster, 'pid'>,
  account: ServerAccount,
): { child: ChildProcess; logFrom: number } {
  const isSocket = address.host.startsWith('/')
  const settings = {
    ...SETTINGS,
    port: String(address.port),
    listen_addresses: isSocket ? '' : address.host,
    ...(isSocket && { unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
  }
  const output = openLog(log)
  const logFrom = fstatSync(output).size
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
    return { child, logFrom }
  } finally {
    closeSync(output)
  }
}

/** Fast shutdown: sessions are ended, everything is written, the process is gone when this returns. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster)
  if (postmaster) await endServer(postmaster.pid)
}

async function endServer(pid: number): Promise<void> {
  send(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += 10) {
    if (waited === 15_000) send(pid, 'SIGQUIT')
    await pause(10)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended by itself.
  }
}

/** What a server complained of in its log from a byte on; null when it said nothing. */
export function readComplaint(log: string, from: number): string | null {
  const lines = readFileSync(log)
    .subarray(from)
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !line.endsWith('database system is shut down'))
  const complaint = lines.findLast((line) => /\b(?:FATAL|PANIC|ERROR): /.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?\b[A-Z]+: +/, '') || null
}

// By its command line where the system tells: the number alone may long be another program's.
function isServing(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command = readCommandLine(pid)
  return command === null || (command[1] === '-D' && command[2] === cluster)
}

// Its parts name themselves "postgres: …", and work in the folder of their cluster.
function isPartOfServer(pid: number, cluster: string): boolean {
  return readCommandLine(pid)?.[0]?.startsWith('postgres: ') === true && readWorkingFolder(pid) === realpathSync(cluster)
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
