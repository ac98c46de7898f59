import { Instant, idOf } from '@larder/contract'
import * as z from 'zod/mini'
import { invalid } from '#kit/errors.ts'

/** How far an app has followed a menu. */
export interface MenuCursor {
  storeId: string
  /** The last revision of which anything was told, and the last item of it. */
  revision: number
  itemId: string
  /** What the clock did until then is told. */
  at: Instant
  /** Of what it did since, while that is told page by page: until when, and the last item. */
  until: Instant | null
  turnedId: string
}

const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
const AnyId = z.union([idOf('item'), z.literal(firstId), z.literal(lastId)])
const Parts = z.tuple([z.uuid(), z.int().check(z.minimum(0)), AnyId, Instant, z.nullable(Instant), AnyId])

/** Behind all that a store has told until now. */
export function beginAt({ id, revision }: { id: string; revision: number }, at: Instant): MenuCursor {
  return { storeId: id, revision, itemId: lastId, at, until: null, turnedId: firstId }
}

/** An opaque word for a query string. */
export function wordOf({ storeId, revision, itemId, at, until, turnedId }: MenuCursor): string {
  return Buffer.from(JSON.stringify([storeId, revision, itemId, at, until, turnedId])).toString('base64url')
}

/** The word's content; 422 naming `query.after` when it is none of ours, or another store's. */
export function readCursor(word: string, store: string): MenuCursor {
  const { data } = z.safeParse(Parts, partsOf(word))
  if (!data) return invalid({ 'query.after': 'is not a cursor of this feed' })
  const [storeId, revision, itemId, at, until, turnedId] = data
  if (storeId !== store) return invalid({ 'query.after': "is a cursor of another store's menu" })
  return { storeId, revision, itemId, at, until, turnedId }
}

function partsOf(word: string): unknown {
  try {
    return JSON.parse(Buffer.from(word, 'base64url').toString())
  } catch {
    return null
  }
}
