import { randomBytes } from 'node:crypto'
import { keepSecret } from '#src/kept-secret.ts'

/** The demo's channel key in clear, kept in its data folder for whoever starts the simulator; made on the first call. */
export function keepDemoChannelKey(dataDir: string): string {
  return keepSecret(dataDir, 'channel-key', () => `lk_${randomBytes(32).toString('base64url')}`)
}
