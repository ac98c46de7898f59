import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The demo's channel key in clear, kept in its data folder (mode 0600) for whoever starts the simulator; made on the first call. */
export function keepDemoChannelKey(dataDir: string): string {
  const file = join(dataDir, 'channel-key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, `lk_${randomBytes(32).toString('base64url')}`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
