import { newId, type StaffScope } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import { newToken } from '../src/kit/access/sessions.ts'
import { createStaff, type NewStaff } from '../src/modules/staff/staff.install.ts'
import type { Caller } from './test-app.ts'

let count = 0

/** A person of a built-in role (install these first), signed in. */
export async function enterAs(
  db: Database,
  roleKey: string,
  scope: StaffScope = { kind: 'all', ids: [] },
  given: Partial<NewStaff> = {},
): Promise<Caller> {
  const number = ++count
  const person = {
    email: `${roleKey}.${number}@larder.test`,
    name: `Person ${number}`,
    role: { key: roleKey },
    scope,
    passwordHash: 'none',
    ...given,
  }
  const { id } = await createStaff(db, person)
  return { id, token: await enterAgain(db, id) }
}

/** Another session of the same person; gives its token. */
export async function enterAgain(db: Database, staffId: string): Promise<string> {
  const { token, hash } = newToken()
  const later = sql<string>`now() + interval '1 hour'`
  await db
    .insertInto('session')
    .values({ id: newId(), token_hash: hash, staff_id: staffId, idle_expires_at: later, expires_at: later, proved_at: later })
    .execute()
  return token
}
