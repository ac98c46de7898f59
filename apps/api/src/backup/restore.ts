import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#db/embedded.ts'
import { installBinaries } from '#db/embedded-binaries.ts'
import { serverEnvironment } from '#db/embedded-cluster.ts'
import { chooseDatabaseRoot, type DatabaseRoot, giveTo } from '#db/embedded-root.ts'
import { ensureWritableFolder } from '#db/writable-folder.ts'
import type { Secrets } from '#modules/audit/audit-key.ts'
import { SEALS_FILE } from '#src/config.ts'
import { type Manifest, originOf, readManifest, unpack } from './archive.ts'
import { CLUSTER } from './base-copy.ts'
import { checkCopy, type Findings } from './checks.ts'

interface RestoreParts {
  archive: string
  /** The data folder to be: absent or empty. */
  to: string
  /** Asked once the files are there: what was kept with them counts too. */
  findSecrets: () => Secrets | null
  tell: (step: string) => void
}

/**
 * Makes a data folder of a backup: checks every file, lets the server recover to the moment at which the backup ended, and checks what is in
 * it. Where that fails nothing is left behind. `server` passwords are new ones; those of the backup are in no file of it.
 */
export async function restoreBackup({ archive, to, findSecrets, tell }: RestoreParts): Promise<Findings> {
  const manifest = await readManifest(archive)
  const root = await chooseEmpty(to)
  try {
    await unpackAll({ archive, to, root, manifest, tell })
    tell('Starting a database server on it')
    const server = await startEmbedded({ dataDir: to })
    try {
      tell('Checking what is in it')
      const findings = await checkCopy(server.url, findSecrets(), join(to, SEALS_FILE))
      return { ...findings, problems: [...differences(manifest, findings), ...findings.problems] }
    } finally {
      await server.stop()
    }
  } catch (error) {
    await removeRestored(to)
    throw error
  }
}

/** Removes what a restore made. */
export async function removeRestored(to: string): Promise<void> {
  for (const folder of new Set([chooseDatabaseRoot(to).path, to])) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function chooseEmpty(to: string): Promise<DatabaseRoot> {
  ensureWritableFolder(to, '--to')
  const root = chooseDatabaseRoot(to)
  for (const folder of [to, root.path]) {
    if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: a backup is restored into a folder of its own`)
  }
  return root
}

async function unpackAll(parts: { archive: string; to: string; root: DatabaseRoot; manifest: Manifest; tell: RestoreParts['tell'] }) {
  const { archive, to, root, manifest, tell } = parts
  const binaries = installBinaries(root.path)
  const unfinished = join(root.path, `postgres.new-${process.pid}`)
  const folders = [CLUSTER, ...manifest.folders].map((folder) => join(unfinished, folder))
  await mkdir(unfinished)
  // The server's account passes it, as it does in an installation that was begun anew.
  await chmod(unfinished, 0o755)
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const bytes = manifest.files.reduce((sum, file) => sum + file.unpacked, 0)
  let done = 0
  for (const file of manifest.files) {
    const origin = originOf(file)
    const isServers = !relative(CLUSTER, origin).startsWith('..')
    const target = join(isServers ? unfinished : to, origin)
    await unpack(archive, file, target)
    if (isServers) giveTo(root.account, target)
    done += file.unpacked
    tell(`Unpacking: ${megabytes(done)} of ${megabytes(bytes)} MB`)
  }
  for (const folder of folders) giveTo(root.account, folder)
  tell('Recovering to the moment at which the backup ended')
  const passwords = await giveNewPasswords(join(unfinished, CLUSTER), binaries, root)
  await writeFile(join(unfinished, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 })
  await rename(unfinished, join(root.path, 'postgres'))
}

// Before the server listens to anybody. The first start recovers, which takes as long as there is to do.
async function giveNewPasswords(cluster: string, binaries: string, root: DatabaseRoot): Promise<Record<'postgres' | 'larder', string>> {
  const passwords = { postgres: randomBytes(24).toString('base64url'), larder: randomBytes(24).toString('base64url') }
  const program = promisify(execFile)(join(binaries, 'postgres'), ['--single', '-D', cluster, '-c', 'log_min_messages=panic', 'postgres'], {
    cwd: cluster,
    env: serverEnvironment(),
    ...root.account,
  })
  const statements = Object.entries(passwords).map(([role, password]) => `alter role ${role} password '${password}'\n`)
  program.child.stdin?.end(statements.join(''))
  await program.catch((error: unknown) => {
    throw new Error('The database does not recover from this backup', { cause: error })
  })
  return passwords
}

function differences(manifest: Manifest, { counts }: Findings): string[] {
  if (Object.keys(manifest.counts).length === 0) return []
  return Object.keys({ ...manifest.counts, ...counts })
    .filter((table) => manifest.counts[table] !== counts[table])
    .map((table) => `${table} has ${counts[table] ?? 0} rows, and had ${manifest.counts[table] ?? 0} when the backup was made`)
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}
