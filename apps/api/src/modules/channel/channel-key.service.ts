import {
  type ChannelKind,
  type ChannelParty,
  type ChannelScope,
  channelContract,
  channelKinds,
  channelScopes,
  newId,
} from '@larder/contract'
import { sql } from 'kysely'
import { newToken, tellAccessChange } from '#kit/access/sessions.ts'
import type { Context, Work } from '#kit/context.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

const heardBy = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const

/** The scopes that a kind of key has a use for: those of the endpoints that its parties may call. */
export function scopesOfKind(kind: ChannelKind): ChannelScope[] {
  const own: readonly ChannelParty[] = channelKinds[kind]
  const callable = Object.values(channelContract).filter(({ shape: { parties } }) => parties.some((party) => own.includes(party)))
  return channelScopes.filter((scope) => callable.some(({ shape }) => shape.permission === scope))
}

/** Makes a channel with its key, which nobody can read again. */
export async function createChannelKey(
  ctx: Context,
  given: { name: string; kind: ChannelKind; scopes: readonly ChannelScope[] },
): Promise<{ id: string; key: string }> {
  const { token, hash } = newToken()
  const made = { id: newId(ctx.clock.ms()), name: given.name, kind: given.kind, scopes: [...given.scopes] }
  return unitOfWork(ctx, async (work) => {
    await work.db
      .insertInto('channel_key')
      .values({ ...made, key_hash: hash })
      .execute()
    work.record({ entity: 'channel-key', id: made.id, version: 1, action: 'create', old: null, new: made, ...heardBy })
    return { id: made.id, key: token }
  })
}

/** Every key there ever was, oldest first. */
export function listChannelKeys({ db }: Context) {
  return db
    .selectFrom('channel_key')
    .select(['id', 'name', 'kind', 'scopes', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Revokes a key, in every process once this resolves. Gives its name; null when no key that opens anything has this id. */
export async function revokeChannelKey(ctx: Context, id: string): Promise<string | null> {
  return unitOfWork(ctx, async (work) => {
    const revoked = await takeBackKey(ctx, work, id)
    if (!revoked) {
      work.nothing()
      return null
    }
    const { name, version, revoked_at } = revoked
    work.record({ entity: 'channel-key', id, version, action: 'revoke', old: { revoked_at: null }, new: { revoked_at }, ...heardBy })
    return name
  })
}

/** Takes a key back as a part of a unit, which records it; every process forgets it with the commit. */
export async function takeBackKey({ services }: Context, work: Work, id: string) {
  const revoked = await work.db
    .updateTable('channel_key')
    .set({ revoked_at: sql`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'version', 'revoked_at'])
    .executeTakeFirst()
  if (revoked) await tellAccessChange(services, work, { about: 'channel-key', id })
  return revoked
}
