import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { decrypt, encrypt } from '#kit/access/encryption.ts'
import { hashToken } from '#kit/access/sessions.ts'
import type { Services, Work } from '#kit/context.ts'
import { newRecoveryCode, plainCode, stepOf } from './authenticator.ts'

const codes = 10
const purpose = 'key of an authenticator'
const isOfApp = /^\d{6}$/

export type SpentCode = 'authenticator app' | 'recovery code'

/** Takes a code of somebody's authenticator app, of which each time step is good once, or uses up a recovery code; null of any other. */
export async function spendCode({ writable, config, clock }: Services, staffId: string, typed: string): Promise<SpentCode | null> {
  const code = plainCode(typed)
  if (!isOfApp.test(code)) return (await spendRecoveryCode(writable, staffId, code)) ? 'recovery code' : null
  const kept = await writable
    .selectFrom('authenticator')
    .select('key')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const key = kept && decrypt(purpose, config, kept.key)
  const step = key ? stepOf(key, code, clock.ms()) : null
  if (step === null) return null
  const taken = await writable
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .returning('staff_id')
    .executeTakeFirst()
  return taken ? 'authenticator app' : null
}

async function spendRecoveryCode(db: Database, staffId: string, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Keeps a key that nobody has confirmed yet, in place of another such one. */
export async function keepKey({ config }: Services, { db }: Pick<Work, 'db'>, staffId: string, key: string): Promise<void> {
  const encrypted = encrypt(purpose, config, key)
  await db
    .insertInto('authenticator')
    .values({ staff_id: staffId, key: encrypted })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ key: encrypted }).where('authenticator.confirmed_at', 'is', null))
    .execute()
}

/** Takes the key into use that this is a code of; false where it is none. */
export async function confirmKey({ config, clock }: Services, { db }: Pick<Work, 'db'>, staffId: string, typed: string): Promise<boolean> {
  const kept = await db
    .selectFrom('authenticator')
    .select('key')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const key = kept && decrypt(purpose, config, kept.key)
  const step = key ? stepOf(key, plainCode(typed), clock.ms()) : null
  if (step === null) return false
  await db.updateTable('authenticator').set({ confirmed_at: sql`now()`, last_step: step }).where('staff_id', '=', staffId).execute()
  return true
}

/** Ten codes in place of those before. */
export async function makeRecoveryCodes({ db }: Pick<Work, 'db'>, staffId: string): Promise<string[]> {
  const made = Array.from({ length: codes }, newRecoveryCode)
  await db.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
  await db
    .insertInto('recovery_code')
    .values(made.map((code) => ({ staff_id: staffId, code_hash: hashToken(plainCode(code)) })))
    .execute()
  return made
}

/** Signing in takes the password alone again, and nothing else signs in: what was on a lost phone is void. */
export async function dropPasskeysToo(work: Pick<Work, 'db'>, staffId: string): Promise<void> {
  await work.db.deleteFrom('passkey').where('staff_id', '=', staffId).execute()
  await dropSecondFactor(work, staffId)
}

/** Signing in takes the password alone again. */
export async function dropSecondFactor({ db }: Pick<Work, 'db'>, staffId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
  await db.deleteFrom('authenticator').where('staff_id', '=', staffId).execute()
}
