import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { type StoredFile, store } from './archive.ts'

/** The folder of a backup that holds the database server's files. */
export const CLUSTER = 'cluster'

interface CopyParts {
  /** The superuser's address. */
  adminUrl: string
  /** The server's files. */
  cluster: string
  archive: string
  onCopied: (bytes: number, ofBytes: number) => void
  /** Right before the server is told that the copy ends: what is committed by then is in it. */
  onEnding: () => void | Promise<void>
}

// What a server makes anew at its start, or must not find there.
const EMPTIED =
  /^(?:pg_wal|pg_wal\/archive_status|pg_wal\/summaries|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT = /(?:^|\/)(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)(?:\/|$)/
const CONTROL = 'global/pg_control'

/**
 * Copies the files of a running server, and the write-ahead log that makes one moment of them: that of the end. The session holds the
 * server's backup mode and a slot that keeps the log; both end with it, however it ends.
 */
export async function copyRunningServer(parts: CopyParts): Promise<{ files: StoredFile[]; folders: string[]; serverVersion: string }> {
  const admin = new Client({ connectionString: parts.adminUrl, application_name: 'larder backup' })
  admin.on('error', () => {})
  await admin.connect()
  try {
    const begun = await admin.query<{ version: string; size: string }>(
      `select current_setting('server_version') as version, sum(pg_database_size(oid)) as size from pg_database`,
    )
    await admin.query(`select pg_create_physical_replication_slot('larder_backup_' || pg_backend_pid(), true, true)`)
    const { rows: starts } = await admin.query<{ first: string }>(`select pg_walfile_name(pg_backup_start('larder', true)) as first`)
    const { files, folders } = await copyFiles(parts, Number(begun.rows[0]?.size))
    await parts.onEnding()
    const { rows: ends } = await admin.query<{ last: string; label: string; spaces: string }>(
      `select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)`,
    )
    const [{ first } = { first: '' }, end] = [starts[0], ends[0]]
    if (!end) throw new Error('the database server did not end the copy')
    if (end.spaces) throw new Error('The database lies in tablespaces of its own, which this backup does not know')
    files.push(await storeText(parts.archive, 'backup_label', end.label))
    files.push(...(await copyLog(parts, first, end.last)))
    return { files, folders, serverVersion: begun.rows[0]?.version ?? '' }
  } finally {
    await admin.end()
  }
}

async function copyFiles({ cluster, archive, onCopied }: CopyParts, ofBytes: number): Promise<{ files: StoredFile[]; folders: string[] }> {
  const entries = (await readdir(cluster, { recursive: true, withFileTypes: true }))
    .map((entry) => ({ entry, path: relative(cluster, join(entry.parentPath, entry.name)).replaceAll('\\', '/') }))
    .filter(({ entry, path }) => !LEFT_OUT.test(path) && (entry.isDirectory() || !EMPTIED.test(path)))
    .filter(({ path }) => !path.startsWith('pg_replslot/'))
  const folders = entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => join(CLUSTER, path))
  const paths = entries.filter(({ entry }) => entry.isFile()).map(({ path }) => path)
  const files: StoredFile[] = []
  let copied = 0
  // The control file last: it then knows of everything else.
  for (const path of [...paths.filter((path) => path !== CONTROL), CONTROL]) {
    const stored = await store(join(cluster, path), archive, join(CLUSTER, path))
    if (!stored) continue
    files.push(stored)
    copied += stored.unpacked
    onCopied(copied, ofBytes)
  }
  return { files, folders }
}

async function copyLog({ cluster, archive }: CopyParts, first: string, last: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  const segments = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  for (const segment of segments.sort()) {
    const stored = await store(join(cluster, 'pg_wal', segment), archive, join(CLUSTER, 'pg_wal', segment))
    if (stored) files.push(stored)
  }
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error(`The database server no longer has its log from ${first} to ${last}`)
  return files
}

async function storeText(archive: string, name: string, text: string): Promise<StoredFile> {
  const plain = join(archive, name)
  await writeFile(plain, text)
  const stored = await store(plain, archive, join(CLUSTER, name))
  await rm(plain)
  if (!stored) throw new Error(`${plain} is gone`)
  return stored
}
