import { createHmac, hkdfSync } from 'node:crypto'

/** Signs seals and verdicts (HMAC-SHA-256). Its name tells keys apart and says nothing of the secret. */
export interface AuditKey {
  name: string
  sign(content: string | Uint8Array): Buffer
}

export interface AuditKeys {
  current: AuditKey
  /** The current key or an earlier one, by its name. */
  find(name: string | null): AuditKey | undefined
}

/** What keys are derived from: the installation's secret, and those that it had before. */
export interface Secrets {
  secretKey: string
  previousSecretKeys: readonly string[]
}

/** The keys of an installation. */
export function auditKeys({ secretKey, previousSecretKeys }: Secrets): AuditKeys {
  const current = deriveKey(secretKey)
  const all = [current, ...previousSecretKeys.map(deriveKey)]
  return { current, find: (name) => all.find((key) => key.name === name) }
}

function deriveKey(secret: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'larder', 'audit seal', 32))
  const sign = (content: string | Uint8Array) => createHmac('sha256', key).update(content).digest()
  return { name: sign('name').toString('hex').slice(0, 16), sign }
}
