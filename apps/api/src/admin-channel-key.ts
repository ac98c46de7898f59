import { type ChannelKind, type ChannelScope, channelKinds, channelScopes, isId, text } from '@larder/contract'
import * as z from 'zod/mini'
import type { Context } from '#kit/context.ts'
import { createChannelKey, listChannelKeys, revokeChannelKey, scopesOfKind } from '#modules/channel/channel-key.service.ts'
import { demoKeyName } from '#seed/demo-access.ts'

/** Does something in the installation's database, under a name for the record. */
type InDatabase = <R>(operation: string, act: (ctx: Context) => Promise<R>) => Promise<R>

export interface KeyWords {
  kind?: string | undefined
  channel?: string | undefined
  scopes?: string | undefined
}

/** `channel-key create`: makes a channel and prints its key, once. */
export async function createKey(inDatabase: InDatabase, words: KeyWords): Promise<void> {
  const kind = readKind(words.kind)
  const name = readName(words.channel)
  const scopes = readScopes(kind, words.scopes)
  const { id, key } = await inDatabase('admin.channel-key.create', (ctx) => createChannelKey(ctx, { name, kind, scopes }))
  process.stdout.write(`${name}, a channel of the kind ${kind} (${id}), may use ${scopes.join(', ')}.\n`)
  process.stdout.write(`Its key, which is not shown again:\n\n  ${key}\n\n`)
}

/** `channel-key list`: every channel with its kind and scopes, when it was made, last used and revoked. */
export async function listKeys(inDatabase: InDatabase): Promise<void> {
  const keys = await inDatabase('admin.channel-key.list', listChannelKeys)
  if (keys.length === 0) return void process.stdout.write('There is no channel key yet.\n')
  for (const { id, name, kind, scopes, created_at: made, last_used_at: used, revoked_at: revoked } of keys) {
    const state = revoked ? `revoked ${revoked}` : used ? `last used ${used}` : 'never used'
    process.stdout.write(`${id}  ${kind}  ${name}\n  made ${made}, ${state}\n  ${scopes.join(', ')}\n`)
  }
}

/** `channel-key revoke ID`: whoever sends the key is refused from now on. */
export async function revokeKey(inDatabase: InDatabase, id: string | undefined): Promise<void> {
  const name = id !== undefined && isId(id) ? await inDatabase('admin.channel-key.revoke', (ctx) => revokeChannelKey(ctx, id)) : null
  if (name === null)
    throw new Error(`${id ?? 'Nothing'} is no channel key that is in use: "npm run admin -- channel-key list" has their ids`)
  process.stdout.write(`The key of ${name} is revoked.\n`)
}

function readKind(given: string | undefined): ChannelKind {
  const kinds = Object.keys(channelKinds) as ChannelKind[]
  const kind = kinds.find((known) => known === given)
  if (!kind) throw new Error(`--kind must be one of ${kinds.join(', ')}`)
  return kind
}

function readName(given: string | undefined): string {
  const { data: name, error: problem } = z.safeParse(text({ max: 60 }), given ?? '')
  if (problem) throw new Error(`--channel ${problem.issues[0]?.message}`)
  // By this name a database is known as a demo's.
  if (name === demoKeyName) throw new Error(`--channel must not be ${demoKeyName}, which is the demo's`)
  return name
}

function readScopes(kind: ChannelKind, given: string | undefined): ChannelScope[] {
  const own = scopesOfKind(kind)
  if (given === undefined) return own
  const wanted = given.split(',').map((word) => word.trim())
  const stray = wanted.find((word) => !own.some((scope) => scope === word))
  if (stray !== undefined) {
    const isKnown = channelScopes.some((scope) => scope === stray)
    throw new Error(
      `--scopes: ${stray} is ${isKnown ? `nothing that a key of the kind ${kind} can use` : 'no scope'}; there are ${own.join(', ')}`,
    )
  }
  return own.filter((scope) => wanted.includes(scope))
}
