import { createHmac } from 'node:crypto'
import type { ReadDatabase } from '#db/database.ts'
import { derivedKey } from '#kit/access/derived-key.ts'

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
  const key = derivedKey(secret, 'audit seal')
  const sign = (content: string | Uint8Array) => createHmac('sha256', key).update(content).digest()
  return { name: sign('name').toString('hex').slice(0, 16), sign }
}

/** Why the record cannot be verified any more with these secrets, in a sentence; null while its newest seal is by one of them. */
export async function whySecretIsOther(db: ReadDatabase, secrets: Secrets): Promise<string | null> {
  const last = await db.selectFrom('audit_seal').select('key').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last || auditKeys(secrets).find(last.key)) return null
  return 'SECRET_KEY is not the one that the record of changes was last sealed with: bring that one back, or name it in SECRET_KEY_PREVIOUS'
}
