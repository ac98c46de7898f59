import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose, from the installation's secret (HKDF-SHA-256): what is made for one is worth nothing for another. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'larder', purpose, 32))
}
