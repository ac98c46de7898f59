import { dirname, extname } from 'node:path'
import type { DestinationStream } from 'pino'
import { ensureWritableFolder } from '#db/writable-folder.ts'

const kept = 4

/** Opens a log file that begins a new one at `size`, 20 MB, and keeps five: `larder.log` is written as `larder.1.log`, `larder.2.log` and so on. */
export async function openLogFile(path: string, size = '20m'): Promise<DestinationStream> {
  ensureWritableFolder(dirname(path), 'LOG_FILE')
  // It brings 300 files of date arithmetic, which a start without a log file need not read.
  const { default: roll } = await import('pino-roll')
  const extension = extname(path)
  const stream = await roll({ file: path.slice(0, path.length - extension.length), extension, size, limit: { count: kept } })
  let isTold = false
  // A full disk must not end the program: what is serious stands on the terminal too.
  stream.on('error', (error) => {
    if (!isTold) process.stderr.write(`The log file cannot be written: ${error.message}\n`)
    isTold = true
  })
  return stream
}
