import { channelScopes, newId } from '@larder/contract'
import type { Database } from '#db/database.ts'
import { hashToken, newToken } from '#kit/sessions.ts'

/** A new key in clear, to be shown once; only its hash is ever stored. */
export function makeChannelKey(): string {
  return newToken('larder_').token
}

/** Lets a key in with every scope: the demo's simulator and the examples of the documentation use it. Safe to repeat; gives the key's id. */
export async function installDemoChannelKey(db: Database, key: string): Promise<string> {
  const row = await db
    .insertInto('channel_key')
    .values({ id: newId(), name: 'Demo city', kind: 'simulator', scopes: [...channelScopes], key_hash: hashToken(key) })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ revoked_at: null, scopes: [...channelScopes] }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
