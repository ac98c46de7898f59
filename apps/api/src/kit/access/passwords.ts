import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../work/semaphore.ts'

// Argon2id as OWASP asks for it; the number is the library's const enum, which erased syntax cannot import.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Two at once leave a core's worth for everyone else; of a flood most are turned away at once instead of waiting for long.
const inTurn = createSemaphore({ running: 2, waiting: 50 })

// Of no password: verified where there is no account, so that an unknown one takes as long as a known one.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Argon2id of a password, in PHC text form. 503 `sign-in-busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Whether the password is the stored one. Null stands for an account that does not exist: as slow, never right. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inTurn(async () => (await verify(stored ?? nobody, password)) && stored !== null)
}
