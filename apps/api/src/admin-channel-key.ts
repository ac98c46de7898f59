import {
  type ChannelKey,
  type ChannelKind,
  channelKeyContract,
  channelKinds,
  channelReaches,
  channelReachLabels,
  describeIssues,
  isId,
  scopesOfKind,
} from '@larder/contract'
import * as z from 'zod/mini'
import type { Context } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { channelKeyHandlers } from '#modules/channel/channel-key.secret.service.ts'
import { channelKeys } from '#modules/channel/channel-key.service.ts'

/** Does something in the installation's database, under a name for the record. */
type InDatabase = <R>(operation: string, act: (ctx: Context) => Promise<R>) => Promise<R>

type Word = 'kind' | 'channel' | 'scopes' | 'stores' | 'branches' | 'rate' | 'overlap' | 'reason'
export type KeyWords = { [W in Word]?: string | undefined }

/** `channel-key create`: makes a channel and prints its key, once. */
export async function createKey(inDatabase: InDatabase, words: KeyWords): Promise<void> {
  const kind = readKind(words.kind)
  const { channelKey, secret } = await inDatabase('admin.channel-key.create', async (ctx) => {
    const scopes = words.scopes?.split(',').map((word) => word.trim()) ?? scopesOfKind(kind)
    const draft = { name: words.channel ?? '', kind, scopes, perMinute: readNumber('rate', words.rate) ?? null }
    const { data: body, error } = z.safeParse(channelKeyContract.create.shape.body, { ...draft, ...(await readReach(ctx, kind, words)) })
    if (error) throw new Error(wordsOf(describeIssues(error.issues)))
    return inWords(channelKeyHandlers.create(ctx, { body }))
  })
  const { id, name, scopes } = channelKey
  process.stdout.write(`${name}, a channel of the kind ${kind} (${id}), may use ${scopes.join(', ')}.\n`)
  showSecret(secret)
}

/** `channel-key rotate ID`: another secret for the same channel, printed once. */
export async function rotateKey(inDatabase: InDatabase, id: string | undefined, words: KeyWords): Promise<void> {
  const overlapDays = readNumber('overlap', words.overlap) ?? 1
  const { channelKey, secret } = await inDatabase('admin.channel-key.rotate', async (ctx) => {
    const { version } = await readKey(ctx, id)
    const call = { params: { id }, body: { version, overlapDays } }
    const { data: body, error } = z.safeParse(channelKeyContract.rotate.shape.body, call.body)
    if (error) throw new Error(wordsOf(describeIssues(error.issues)))
    return inWords(channelKeyHandlers.rotate(ctx, { params: { id: id as string }, body }))
  })
  const { name, formerEndsAt } = channelKey
  process.stdout.write(`${name} has another key; the one before it ${formerEndsAt ? `opens until ${formerEndsAt}` : 'opens nothing'}.\n`)
  showSecret(secret)
}

/** `channel-key list`: every channel with its kind, reach and scopes, when it was made, last used and revoked. */
export async function listKeys(inDatabase: InDatabase): Promise<void> {
  const keys = await inDatabase('admin.channel-key.list', async (ctx) => {
    const rows: ChannelKey[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 100, sort: 'createdAt' as const, ...(cursor !== undefined && { cursor }) }
      const page: { rows: ChannelKey[]; next: string | null } = await channelKeys.handlers.list(ctx, { query })
      rows.push(...page.rows)
      cursor = page.next
    }
    return rows
  })
  if (keys.length === 0) return void process.stdout.write('There is no channel key yet.\n')
  for (const { id, name, kind, scopes, reach, places, createdAt, lastUsedAt, lastUsedFrom, status } of keys) {
    const used = lastUsedAt ? `last used ${lastUsedAt}${lastUsedFrom ? ` from ${lastUsedFrom}` : ''}` : 'never used'
    const speaksFor = reach === 'own' ? channelReachLabels.own : places.map((place) => place.name).join(', ')
    const state = status === 'revoked' ? `revoked, ${used}` : used
    process.stdout.write(`${id}  ${kind}  ${name}\n  made ${createdAt}, ${state}\n  ${speaksFor}\n  ${scopes.join(', ')}\n`)
  }
}

/** `channel-key revoke ID`: whoever sends the key is refused from now on. */
export async function revokeKey(inDatabase: InDatabase, id: string | undefined, words: KeyWords): Promise<void> {
  const reason = words.reason ?? 'On the command line'
  const { name } = await inDatabase('admin.channel-key.revoke', async (ctx) => {
    const { version, status } = await readKey(ctx, id)
    if (status === 'revoked') throw unknownKey(id)
    return inWords(channelKeys.handlers.revoke(ctx, { params: { id: id as string }, body: { version, reason } }))
  })
  process.stdout.write(`The key of ${name} is revoked.\n`)
}

async function readKey(ctx: Context, id: string | undefined): Promise<ChannelKey> {
  if (id === undefined || !isId(id)) throw unknownKey(id)
  try {
    return await channelKeys.read(ctx, id)
  } catch (error) {
    throw error instanceof Refusal ? unknownKey(id) : error
  }
}

function unknownKey(id: string | undefined): Error {
  return new Error(`${id ?? 'Nothing'} is no channel key that is in use: "npm run admin -- channel-key list" has their ids`)
}

function showSecret(secret: string): void {
  process.stdout.write(`Its key, which is not shown again:\n\n  ${secret}\n\n`)
}

function readKind(given: string | undefined): ChannelKind {
  const kinds = Object.keys(channelKinds) as ChannelKind[]
  const kind = kinds.find((known) => known === given)
  if (!kind) throw new Error(`--kind must be one of ${kinds.join(', ')}`)
  return kind
}

function readNumber(flag: 'rate' | 'overlap', given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,9}$/.test(given)) throw new Error(`--${flag} must be a whole number`)
  return Number(given)
}

/** What the key is to speak for: stores by id or number, branches by id or code. */
async function readReach({ db }: Context, kind: ChannelKind, { stores, branches }: KeyWords): Promise<object> {
  if (stores !== undefined && branches !== undefined) throw new Error('--stores or --branches, not both')
  const given = stores ?? branches
  if (given === undefined) return { reach: channelReaches[kind][0], placeIds: [] }
  const reach = stores === undefined ? 'branch' : 'store'
  const rows =
    reach === 'store'
      ? await db.selectFrom('store').select(['id', 'number as word']).execute()
      : await db.selectFrom('branch').select(['id', 'code as word']).execute()
  const placeIds = given.split(',').map((each) => {
    const place = rows.find(({ id, word }) => id === each.trim() || word === each.trim())
    if (!place) throw new Error(`there is no ${reach} ${each.trim()}`)
    return place.id
  })
  return { reach, placeIds: [...new Set(placeIds)] }
}

const flags: Readonly<Record<string, string>> = {
  name: '--channel',
  scopes: '--scopes',
  reach: '--stores or --branches',
  placeIds: '--stores or --branches',
  perMinute: '--rate',
  overlapDays: '--overlap',
  reason: '--reason',
}

/** What is wrong, by the word of the command line that says it. */
function wordsOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([path, words]) => {
      const [field = ''] = path.replace(/^body\./, '').split('.')
      return `${flags[field] ?? field} ${words}`
    })
    .join('; ')
}

async function inWords<R>(answer: Promise<R>): Promise<R> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal && Object.keys(error.fields).length > 0) throw new Error(wordsOf(error.fields))
    throw error
  }
}
