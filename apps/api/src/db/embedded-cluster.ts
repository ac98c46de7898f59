import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { moveUnlessThere } from './embedded-binaries.ts'
import { type DatabaseRoot, giveTo } from './embedded-root.ts'
import { isAlive } from './process-alive.ts'

const run = promisify(execFile)

/** A created database cluster: its folder, and the passwords of its superuser (`postgres`) and of the product's own role (`larder`). */
export type Cluster = { folder: string; passwords: { postgres: string; larder: string } }

/**
 * Creates the cluster below `root` when there is none: UTF-8, C locale, checksums, SCRAM with random passwords kept in a file of mode 0600.
 * `isNew`: there was none. It is built aside and renamed into place, so a start that was killed half way leaves nothing that looks finished.
 */
export async function ensureCluster(root: DatabaseRoot, binaries: string): Promise<{ cluster: Cluster; isNew: boolean }> {
  const home = join(root.path, 'postgres')
  const isNew = !existsSync(home)
  if (isNew) {
    removeUnfinished(root.path)
    const unfinished = join(root.path, `postgres.new-${process.pid}`)
    await createCluster(unfinished, root, binaries)
    moveUnlessThere(unfinished, home)
  }
  const passwords = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8'))
  return { cluster: { folder: clusterIn(root.path), passwords }, isNew }
}

/** The folder of the cluster below a database root. */
export function clusterIn(root: string): string {
  return join(root, 'postgres', 'cluster')
}

async function createCluster(home: string, root: DatabaseRoot, binaries: string): Promise<void> {
  const passwords = { postgres: newPassword(), larder: newPassword() }
  const folder = join(home, 'cluster')
  const passwordFile = join(home, 'superuser-password')
  mkdirSync(folder, { recursive: true })
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 })
  writeFileSync(passwordFile, passwords.postgres, { mode: 0o600 })
  giveTo(root.account, folder)
  giveTo(root.account, passwordFile)
  const options = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--data-checksums', '--no-instructions']
  await run(join(binaries, 'initdb'), [...options, `--pgdata=${folder}`, `--pwfile=${passwordFile}`], {
    cwd: root.path,
    env: serverEnvironment(),
    ...root.account,
  })
  rmSync(passwordFile)
}

/**
 * What a statement needs is asked of the system in large pages and kept for the next one (0228): by itself the C library gives back whatever
 * lies free above 128 kB, and each statement faults it in anew. Another library than glibc does not read it.
 */
const HEAP = ['hugetlb=1', 'trim_threshold=8388608', 'mmap_threshold=8388608'].map((tunable) => `glibc.malloc.${tunable}`).join(':')

/** The environment of the server's programs: nothing of ours, so no PG* variable or locale of the host changes what they do. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32' ? process.env : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', GLIBC_TUNABLES: HEAP }
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function removeUnfinished(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = /\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(root, name), { recursive: true, force: true })
  }
}
