import { createHash } from 'node:crypto'
import type { NamedEndpoint } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isUniqueViolation } from '../record/sqlstate.ts'

const visibleText = /^[\x21-\x7e]{1,200}$/

/** Whether the answer of this write is kept, so that it can be sent again safely with an `Idempotency-Key`. */
export function isRepeatable({ method, shape }: NamedEndpoint): boolean {
  return shape.permission !== 'public' && (shape.idempotent ?? (method === 'POST' && !shape.unaudited))
}

/** The key of a request's `Idempotency-Key` header, or null without one. 422 when it is not 1 to 200 visible characters. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && visibleText.test(header)) return header
  throw new Refusal('invalid', {
    reason: 'invalid-idempotency-key',
    message: 'The Idempotency-Key header must be 1 to 200 visible characters without spaces.',
    fields: { 'header.idempotency-key': 'must be 1 to 200 visible characters without spaces' },
  })
}

/** SHA-256 of an input, the same whatever the order of its keys. */
export function hashOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input, withSortedKeys)).digest()
}

/** An answer that was stored, and whether whoever asks reaches as far as they did then. */
interface Replay {
  response: unknown
  isOfSameReach: boolean
}

/**
 * The answer that was stored for this request's key, or null. Read from the primary: a replica may be behind.
 * 422 `idempotency-key-reused` when the key was used for another input or another endpoint.
 */
export async function findReplay(ctx: Context): Promise<Replay | null> {
  if (!ctx.idempotency) return null
  const stored = await ctx.services.writable
    .selectFrom('idempotency_key')
    .select(['endpoint', 'body_hash', 'response', 'reach'])
    .where('actor_id', '=', ctx.actor.id)
    .where('key', '=', ctx.idempotency.key)
    .executeTakeFirst()
  if (!stored) return null
  if (stored.endpoint === ctx.operation && ctx.idempotency.bodyHash.equals(stored.body_hash))
    return { response: stored.response, isOfSameReach: stored.reach?.equals(reachOf(ctx)) ?? false }
  throw new Refusal('invalid', {
    reason: 'idempotency-key-reused',
    message: 'This Idempotency-Key was already used for another request.',
    fields: { 'header.idempotency-key': 'was already used for another request' },
  })
}

/** Keeps the answer under the request's key, as a part of the unit's last statement. The unique key stops the second of two. */
export function replayInsert(ctx: Context, key: NonNullable<Context['idempotency']>, response: unknown): RawBuilder<unknown> {
  return sql`insert into idempotency_key (actor_id, key, endpoint, body_hash, status, response, reach)
    values (${ctx.actor.id}, ${key.key}, ${ctx.operation}, ${key.bodyHash}, 200, ${JSON.stringify(response ?? null)}, ${reachOf(ctx)})`
}

/** Whether a unit was undone because the answer of its key is stored already. */
export function isAnswered(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error
  return isUniqueViolation(cause) && cause.constraint === 'idempotency_key_pkey'
}

/** How far an actor reaches, as what was told to them within it is known by. */
function reachOf({ actor: { scope, team, channelKind } }: Context): Buffer {
  return hashOf({ scope, team, channelKind })
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
