import * as z from 'zod/mini'
import { type Instant, instantOf, msOf } from './instant.ts'

/** The id of an entity's row: a UUID in small letters. One entity's id does not pass for another's. */
export type Id<E extends string = string> = string & { readonly __entity?: E }

// The contract is typed for any engine; Node and browsers both have this.
declare const crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> }

/** The last millisecond of the year 9999: what an `Instant` can still tell. */
const lastMs = 253_402_300_799_999

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id of the entity: a UUID of any version, taken in either case, kept in small letters. */
export function idOf<const E extends string>(entity: E): z.ZodMiniType<Id<E>, string> {
  const error = `is not the id of a ${entity}`
  return z.string(error).check(z.guid(error), z.toLowerCase()) as z.ZodMiniType<Id<E>, string>
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
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // The start leaves half of the range, so that two thousand million ids come before the count begins again.
  counter = counter === null ? new DataView(bytes.buffer).getUint32(0) >>> 1 : (counter + 1) >>> 0
  return writeId(bytes, atMs, counter)
}

/** When a v7 id was made; null for another version of UUID. */
export function idInstant(id: Id): Instant | null {
  if (!isId(id) || id[14] !== '7') return null
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return ms <= lastMs ? instantOf(ms) : null
}

/** The smallest v7 id of a moment's millisecond: ids of that moment or later are not below it. Before 1970 it is that of 1970. */
export function firstIdAt<E extends string = string>(instant: Instant): Id<E> {
  return writeId(new Uint8Array(16), Math.max(0, msOf(instant)), 0)
}

/** Writes time, version, count and variant over the bytes; the last 42 bits stay as they are. */
function writeId(bytes: Uint8Array<ArrayBuffer>, ms: number, count: number): string {
  if (!(ms >= 0 && ms <= lastMs)) throw new RangeError(`${ms} is not a time that an id can carry`)
  const whole = Math.floor(ms)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(whole / 2 ** 32))
  view.setUint32(2, whole % 2 ** 32)
  view.setUint16(6, 0x7000 | (count >>> 20))
  view.setUint16(8, 0x8000 | ((count >>> 6) & 0x3fff))
  view.setUint8(10, ((count & 0x3f) << 2) | (view.getUint8(10) & 3))
  let hex = ''
  for (const byte of bytes) hex += (byte + 0x100).toString(16).slice(1)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
