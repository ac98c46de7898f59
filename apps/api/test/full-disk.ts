import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A disk on which a database server that starts finds no room: it writes one file first, and that file is now the system's
 * device that is always full. It needs no rights that an ordinary user does not have. `free` gives the room back.
 */
export function fillDisk(dataDir: string): { free: () => void } {
  const file = join(dataDir, 'postgres/cluster/postmaster.opts')
  rmSync(file)
  symlinkSync('/dev/full', file)
  return { free: () => rmSync(file) }
}
