import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWritableFolder } from '#db/writable-folder.ts'

const LENGTH_MIN = 32

/**
 * A secret that a data folder keeps in a file of its own (mode 0600); `make` is asked for one on the first call. The file is there
 * whole or not at all, so a shorter one was damaged: it is refused, for what it protected may still be needed.
 */
export function keepSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) ensureWritableFolder(dataDir, 'DATA_DIR')
  if (!existsSync(file)) writeOnce(file, make())
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < LENGTH_MIN)
    throw new Error(
      `${file} is damaged: it holds ${secret.length} characters. Bring it back; only if nothing was ever protected with it, delete it.`,
    )
  return secret
}

// Of two processes that make one at the same moment, the first one's stays.
function writeOnce(file: string, secret: string): void {
  const unfinished = `${file}.new-${process.pid}`
  const descriptor = openSync(unfinished, 'w', 0o600)
  try {
    writeSync(descriptor, secret)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(unfinished)
  }
}
