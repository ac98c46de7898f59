import * as z from 'zod/mini'
import { type Instant, instantOf, msOf } from './instant.ts'

/** The id of an entity's row: a UUID in small letters. One entity's id does not pass for another's. */
export type Id<E extends string = string> = string & { readonly __entity?: E }

// The contract is typed for any engine; Node and browsers both have this.
declare const crypto: { getRandomValues(words: Uint32Array<ArrayBuffer>): void }

/** The last millisecond of the year 9999: what an `Instant` can still tell. */
const lastMs = 253_402_300_799_999

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id of the entity: a UUID of any version, taken in either case, kept in small letters. */
export function idOf<const E extends string>(entity: E): z.ZodMiniType<Id<E>, string> {
  const error = `is not the id of ${/^[aeiou]/.test(entity) ? 'an' : 'a'} ${entity}`
  const schema = z.string(error).check(z.maxLength(36, error), z.guid(error), z.toLowerCase()) as z.ZodMiniType<Id<E>, string>
  return Object.assign(schema, { entity })
}

/** Whose id a schema takes, also where it may be left out or null; null of any other. */
export function entityOf(schema: z.core.$ZodType): string | null {
  if ('entity' in schema) return String(schema.entity)
  const { def } = schema._zod
  return 'innerType' in def ? entityOf(def.innerType as z.core.$ZodType) : null
}

/** Whether the text is an id as we keep it, in small letters. */
export function isId(text: string): text is Id {
  return canonical.test(text)
}

let counter: number | null = null

/**
 * A new id: UUID v7 (RFC 9562) of a time in milliseconds since 1970, by default now. Ids that one process makes for the same millisecond
 * rise: behind the time 32 bits count on from a random start, the last 42 bits are random.
 */
export function newId<E extends string = string>(atMs: number = Date.now()): Id<E> {
  // The start leaves half of the range, so that two thousand million ids come before the count begins again.
  counter = counter === null ? randomWord() >>> 1 : (counter + 1) >>> 0
  return writeId(atMs, counter, (randomWord() & 0x3ff) * 2 ** 32 + randomWord())
}

/** When a v7 id was made; null for another version of UUID. */
export function idInstant(id: Id): Instant | null {
  if (!isId(id) || id[14] !== '7') return null
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return ms <= lastMs ? instantOf(ms) : null
}

/** The smallest v7 id of a moment's millisecond: ids of that moment or later are not below it. Before 1970 it is that of 1970. */
export function firstIdAt<E extends string = string>(instant: Instant): Id<E> {
  return writeId(Math.max(0, msOf(instant)), 0, 0)
}

/** The id of 48 bits of time, 32 of count and 42 of chance, with the version and the variant between them. */
function writeId(ms: number, count: number, chance: number): string {
  if (!(ms >= 0 && ms <= lastMs)) throw new RangeError(`${ms} is not a time that an id can carry`)
  const time = hex(Math.floor(ms), 12)
  const variant = hex(0x8000 | ((count >>> 6) & 0x3fff), 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count >>> 20, 3)}-${variant}-${hex((count & 0x3f) * 2 ** 42 + chance, 12)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

const pool = { words: new Uint32Array(0), used: 0 }

/** 32 random bits. They are drawn by the hundred, which is twenty times as fast as one by one. */
function randomWord(): number {
  if (pool.used === pool.words.length) {
    pool.words = new Uint32Array(512)
    pool.used = 0
    crypto.getRandomValues(pool.words)
  }
  pool.used += 1
  return pool.words[pool.used - 1] ?? 0
}
