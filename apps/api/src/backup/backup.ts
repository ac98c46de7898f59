import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { clusterIn } from '#db/embedded-cluster.ts'
import { isAlive } from '#db/process-alive.ts'
import { ensureWritableFolder } from '#db/writable-folder.ts'
import { systemClock } from '#kit/clock.ts'
import { type Config, SEALS_FILE, SECRET_FILE } from '#src/config.ts'
import { type Manifest, type StoredFile, store, writeManifest } from './archive.ts'
import { copyRunningServer } from './base-copy.ts'
import type { Findings } from './checks.ts'
import { megabytes, removeRestored, restoreBackup } from './restore.ts'

interface BackupParts {
  config: Config
  /** The folder to be. */
  target: string
  /** Whether the secret and the demo's channel key go with it. */
  withSecrets: boolean
  tell: (step: string) => void
}

export interface Backup extends Findings {
  bytes: number
}

const SECRETS = [SECRET_FILE, 'channel-key']

/**
 * Copies the installation's data into a folder while it is at work, and proves the copy: a server of its own is started on a restored one and
 * everything in it is checked. The folder gets its name when that is done; what goes wrong before leaves nothing behind.
 */
export async function makeBackup(parts: BackupParts): Promise<Backup> {
  const { config, target, tell } = parts
  if (config.databaseUrl !== null) throw new Error(elsewhere)
  await refuseExisting(target)
  await removeLeftovers(target)
  const unfinished = `${target}.unfinished-${process.pid}`
  const rehearsal = `${unfinished}-rehearsal`
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const manifest = await copyAll(parts, unfinished)
    await writeManifest(unfinished, { ...manifest, counts: {}, lastSeal: null })
    const findings = await restoreBackup({ archive: unfinished, to: rehearsal, findSecrets: () => config, tell })
    await writeManifest(unfinished, { ...manifest, counts: findings.counts, lastSeal: findings.lastSeal })
    await rename(unfinished, target)
    await forceName(dirname(target))
    return { ...findings, bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0) }
  } finally {
    await removeRestored(rehearsal)
    await rm(unfinished, { recursive: true, force: true })
  }
}

const elsewhere = [
  'DATABASE_URL names a server of yours, which this command does not copy. Back it up with its own programs of version 18 or newer:',
  '  pg_dump --format=custom --file=larder.dump "$DATABASE_URL"',
  '  pg_restore --no-owner --exit-on-error --dbname="$NEW_DATABASE_URL" larder.dump',
  'and verify what was restored: DATABASE_URL="$NEW_DATABASE_URL" npm run admin -- verify-audit. See docs/backup.md.',
].join('\n')

async function copyAll({ config, withSecrets, tell }: BackupParts, archive: string): Promise<Omit<Manifest, 'counts' | 'lastSeal'>> {
  const server = await startEmbedded({ dataDir: config.dataDir, share: true })
  try {
    let others: StoredFile[] = []
    const copy = await copyRunningServer({
      adminUrl: server.adminUrl,
      cluster: clusterIn(server.folder),
      archive,
      onCopied: (bytes, ofBytes) => tell(`Copying: ${megabytes(bytes)} of about ${megabytes(ofBytes)} MB`),
      onEnding: async () => {
        // Before the database's last moment: a seal that was carried out must be in the database too.
        others = await copyOthers(config, withSecrets, archive)
        tell('Ending the copy')
      },
    })
    return { format: 1, madeAt: systemClock.instant(), withSecrets, ...copy, files: [...copy.files, ...others] }
  } finally {
    await server.stop()
  }
}

async function copyOthers({ dataDir, auditSeals }: Config, withSecrets: boolean, archive: string): Promise<StoredFile[]> {
  const stored = [
    auditSeals === null ? null : await store(auditSeals, archive, SEALS_FILE),
    ...(withSecrets ? await Promise.all(SECRETS.map((name) => store(join(dataDir, name), archive, name))) : []),
  ]
  return stored.filter((file) => file !== null)
}

async function refuseExisting(target: string): Promise<void> {
  const parent = dirname(target)
  ensureWritableFolder(parent, 'FOLDER')
  if ((await readdir(parent)).includes(basename(target))) throw new Error(`${target} is there already: a backup gets a folder of its own`)
}

// Of backups that were killed.
async function removeLeftovers(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    const [, pid, isRehearsal] = /\.unfinished-(\d+)(-rehearsal)?$/.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(dirname(target), name)
    await (isRehearsal ? removeRestored(path) : rm(path, { recursive: true, force: true }))
  }
}

async function forceName(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
