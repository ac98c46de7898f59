import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { AuditKey, AuditKeys } from './audit-key.ts'

/** A seal as it is signed, and as a line of the kept file has it. Bytes are hexadecimal; tags, of which there are many, base64. */
export interface Seal {
  id: number
  /** To the microsecond, in UTC. */
  at: string
  key: string
  /** The numbers that it covers, as a multirange: `{[1,13),[15,20)}`. */
  entries: string
  count: number
  reach: number
  digest: string
  tags: string
  lastVerdict: number | null
  previous: string | null
  mac: string
}

export interface EntryHash {
  id: number
  hash: Buffer
}

const TAG_BYTES = 4

/** Says that a secret is missing, not that anything was changed. */
export const sealedWithOther = 'it was sealed with another key: if SECRET_KEY was changed, name the earlier one in SECRET_KEY_PREVIOUS'

/** An instant of a query to the microsecond, as it is signed. */
export const exactly = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const sealColumns: RawBuilder<unknown> = sql`id, ${exactly(sql`at`)} as at, key, entries::text as entries, entry_count as count, reach,
  encode(digest, 'hex') as digest, replace(encode(tags, 'base64'), E'\\n', '') as tags, last_verdict_id as "lastVerdict",
  encode(previous_mac, 'hex') as previous, encode(mac, 'hex') as mac`

/** Makes the seal of entries that come in the order of their numbers. */
export function makeSeal(key: AuditKey, entries: EntryHash[], facts: Pick<Seal, 'id' | 'at' | 'reach' | 'lastVerdict' | 'previous'>): Seal {
  const seal = {
    ...facts,
    key: key.name,
    entries: rangesOf(entries.map(({ id }) => id)),
    count: entries.length,
    reach: Math.max(facts.reach, entries.at(-1)?.id ?? 0),
    digest: digestOf(entries),
    tags: Buffer.concat(entries.map((entry) => tagOf(key, entry))).toString('base64'),
  }
  return { ...seal, mac: macOf(key, seal) }
}

/** Why a seal cannot be one of ours, in plain words; null when it is. */
export function doubtOf(keys: AuditKeys, seal: Seal): string | null {
  const key = keys.find(seal.key)
  if (!key) return sealedWithOther
  return macOf(key, seal) === seal.mac ? null : 'its content was changed'
}

/** What tells an entry apart within its seal. Without the key nobody can make it fit another content. */
export function tagOf(key: AuditKey, { id, hash }: EntryHash): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigInt64BE(BigInt(id))
  return key.sign(Buffer.concat([number, hash])).subarray(0, TAG_BYTES)
}

/** The numbers that a seal covers, each with its tag. */
export function taggedEntries({ entries, tags }: Seal): { id: number; tag: Buffer }[] {
  const bytes = Buffer.from(tags, 'base64')
  return idsOf(entries).map((id, place) => ({ id, tag: bytes.subarray(place * TAG_BYTES, (place + 1) * TAG_BYTES) }))
}

function macOf(key: AuditKey, seal: Omit<Seal, 'mac'>): string {
  const { id, at, entries, count, reach, digest, tags, lastVerdict, previous } = seal
  return key.sign(JSON.stringify(['seal', id, at, entries, count, reach, digest, tags, lastVerdict, previous])).toString('hex')
}

function digestOf(entries: EntryHash[]): string {
  const digest = createHash('sha256')
  for (const { hash } of entries) digest.update(hash)
  return digest.digest('hex')
}

function rangesOf(ids: number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last?.to === id) last.to = id + 1
    else ranges.push({ from: id, to: id + 1 })
  }
  return `{${ranges.map(({ from, to }) => `[${from},${to})`).join(',')}}`
}

function idsOf(entries: string): number[] {
  return [...entries.matchAll(/\[(-?\d+),(-?\d+)\)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) }, (_, place) => Number(from) + place),
  )
}
