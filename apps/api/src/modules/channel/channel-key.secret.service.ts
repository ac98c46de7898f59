import type { channelKeyContract, Output, Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { newToken } from '#kit/access/sessions.ts'
import type { Context } from '#kit/context.ts'
import { channelKeys } from './channel-key.service.ts'

type Contract = typeof channelKeyContract

/** Makes a channel with its key: the secret is in this answer alone. */
async function create(ctx: Context, { body }: Parsed<Contract['create']>): Promise<Output<Contract['create']>> {
  const { token: secret, hash } = newToken()
  return { channelKey: await channelKeys.create(ctx, body, { sets: () => ({ key_hash: hash }) }), secret }
}

/** Another secret for the same channel. Of those before it the last one opens for the overlap, none without one. */
async function rotate(
  ctx: Context,
  { params: { id }, body: { version, overlapDays } }: Parsed<Contract['rotate']>,
): Promise<Output<Contract['rotate']>> {
  const { token: secret, hash } = newToken()
  const channelKey = await channelKeys.change(
    ctx,
    { id, version, action: 'rotate' },
    {
      sets: ({ row }) => ({
        key_hash: hash,
        former_hash: overlapDays > 0 ? row.key_hash : null,
        // By the database's clock, which also says when it is over.
        former_ends_at: overlapDays > 0 ? sql<string>`now() + make_interval(days => ${overlapDays})` : null,
      }),
    },
  )
  return { channelKey, secret }
}

/** Every verb of channel keys; those that answer with a secret beside the record make it here. */
export const channelKeyHandlers = { ...channelKeys.handlers, create, rotate }
