import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureWritableFolder } from './writable-folder.ts'

/** Who the database server runs as: PostgreSQL refuses root, so as root it is the unprivileged account that every system has. */
export type ServerAccount = { uid: number; gid: number } | null

/** Where the database lives and as whom it runs. `notice` is set when the place is not the one that was asked for. */
export type DatabaseRoot = { path: string; account: ServerAccount; notice: string | null }

const NOBODY = { uid: 65534, gid: 65534 }

/**
 * Chooses the folder of the database server for a data folder and creates it.
 * As root the server runs as `nobody`, who cannot pass a private parent folder (such as root's home): then a folder in /var/lib is taken.
 */
export function chooseDatabaseRoot(dataDir: string): DatabaseRoot {
  const wanted = resolve(dataDir)
  ensureWritableFolder(wanted, 'DATA_DIR')
  if (process.getuid?.() !== 0) return { path: wanted, account: null, notice: null }
  if (everyoneMayPass(wanted)) return { path: wanted, account: NOBODY, notice: null }
  const path = join('/var/lib', `larder-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`)
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
  return { path, account: NOBODY, notice: `${wanted} is private to root, so the database lives in ${path}` }
}

/** Gives a file or folder to the account that the server runs as. */
export function giveTo(account: ServerAccount, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function everyoneMayPass(folder: string): boolean {
  const mode = statSync(folder).mode
  if ((mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || everyoneMayPass(parent)
}
