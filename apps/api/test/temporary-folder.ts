import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '../src/db/embedded-postmaster.ts'
import { isAlive } from '../src/db/process-alive.ts'

const MEMORY = '/dev/shm'
const MEMORY_NEEDED_BYTES = 2_000_000_000
const NAME = /^larder-run-(\d+)-/

/**
 * An empty folder for one run, which the database server's account may enter too. It is in memory where the system has
 * room for that: copying a test database takes 20 ms there, 450 on a slow disk. What a killed run left behind goes first.
 */
export function makeTemporaryFolder(): { path: string; remove: () => void } {
  const home = isMemoryUsable() ? MEMORY : tmpdir()
  removeLeftovers(home)
  const path = mkdtempSync(join(home, `larder-run-${process.pid}-`))
  chmodSync(path, 0o755)
  return { path, remove: () => removeFolder(path) }
}

function isMemoryUsable(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const mount = mounts.find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    return mount !== undefined && !mount.includes('noexec') && bavail * bsize > MEMORY_NEEDED_BYTES
  } catch {
    return false
  }
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const owner = NAME.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner)) || !isOurs(join(home, name))) continue
    const server = findPostmaster(join(home, name, 'postgres/cluster'))
    if (server) process.kill(server.pid, 'SIGKILL')
    removeFolder(join(home, name))
  }
}

// What another account left behind is not ours to remove.
function isOurs(path: string): boolean {
  return process.getuid?.() === 0 || statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}
