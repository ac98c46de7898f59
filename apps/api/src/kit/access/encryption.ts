import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Services } from '../context.ts'
import { derivedKey } from './derived-key.ts'

type Secrets = Pick<Services['config'], 'secretKey' | 'previousSecretKeys'>

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * What has to be read again although no copy of the database may tell it, such as the link of a mail that waits or the key of an
 * authenticator app: nonce, tag, text. Each `purpose` has a key of its own, derived from the installation's secret.
 */
export function encrypt(purpose: string, { secretKey }: Pick<Secrets, 'secretKey'>, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, derivedKey(secretKey, purpose), nonce, { authTagLength: tagBytes })
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** The text again, by the secret of today or an earlier one; null where it is of none of them. */
export function decrypt(purpose: string, { secretKey, previousSecretKeys }: Secrets, kept: Buffer): string | null {
  for (const secret of [secretKey, ...previousSecretKeys]) {
    const text = tryToDecrypt(derivedKey(secret, purpose), kept)
    if (text !== null) return text
  }
  return null
}

function tryToDecrypt(key: Buffer, kept: Buffer): string | null {
  const decipher = createDecipheriv(algorithm, key, kept.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(kept.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(kept.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
