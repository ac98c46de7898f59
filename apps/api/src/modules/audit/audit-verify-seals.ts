import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type BrokenRow, firstBroken } from './audit-broken-row.ts'
import { readSeals } from './audit-kept-seals.ts'
import type { AuditKeys } from './audit-key.ts'
import { unkeyedEnd } from './audit-seal.service.ts'
import { doubtOf, type EntryHash, type Seal, taggedEntries, tagOf } from './audit-seal-form.ts'

/** A seal to hold the record against: kept elsewhere, it also proves that nothing was cut off the end. */
export interface Anchor {
  id: number
  /** Hexadecimal. */
  hash: string
}

export interface SealVerdict {
  checked: number
  /** The last seal. */
  head: Anchor | null
  /** The newest verdict that a seal knows of, in the table or outside. */
  lastVerdict: number | null
  brokenSeal: BrokenRow | null
  /** The first entry that is not what was sealed. */
  brokenEntry: BrokenRow | null
}

const entriesAtOnce = 50_000

/**
 * Checks every seal's code and chain, the table against the seals that were kept outside, and what each covers. A seal that was
 * changed or taken away in the table is replaced by its kept copy, so that the entries behind it are still found.
 */
export async function verifySeals(db: Database, keys: AuditKeys, kept: ReadonlyMap<number, Seal> | null): Promise<SealVerdict> {
  const result: SealVerdict = { checked: 0, head: null, lastVerdict: null, brokenSeal: null, brokenEntry: null }
  const missing = new Map(kept)
  const start = await sql<{ id: number; mac: string }>`${unkeyedEnd}`.execute(db)
  let before: { id: number; mac: string | null } = start.rows[0] ?? { id: 0, mac: null }
  for (let page = await readSeals(db, 0); page.length > 0; page = await readSeals(db, before.id)) {
    const trusted: Seal[] = []
    for (const seal of page) {
      const copy = missing.get(seal.id)
      missing.delete(seal.id)
      const because = doubtOf(keys, seal) ?? doubtAgainst(seal, before, copy)
      if (because) result.brokenSeal = firstBroken(result.brokenSeal, { table: 'audit_seal', id: seal.id, because })
      if (copy && !doubtOf(keys, copy)) trusted.push(copy)
      else if (!because) trusted.push(seal)
      before = { id: seal.id, mac: seal.mac }
      result.head = { id: seal.id, hash: seal.mac }
    }
    result.checked += page.length
    result.lastVerdict = newestVerdict(result.lastVerdict, trusted)
    result.brokenEntry = firstBroken(result.brokenEntry, await findForeignEntry(db, keys, trusted))
  }
  const gone = [...missing.values()].filter((seal) => !doubtOf(keys, seal)).sort((a, b) => a.id - b.id)
  if (gone[0]) result.brokenSeal = firstBroken(result.brokenSeal, { table: 'audit_seal', id: gone[0].id, because: tellGone(gone.length) })
  result.lastVerdict = newestVerdict(result.lastVerdict, gone)
  result.brokenEntry = firstBroken(result.brokenEntry, await findForeignEntry(db, keys, gone))
  return result
}

function newestVerdict(before: number | null, seals: Seal[]): number | null {
  return seals.reduce((newest, { lastVerdict }) => (lastVerdict !== null && lastVerdict > (newest ?? 0) ? lastVerdict : newest), before)
}

function doubtAgainst(seal: Seal, before: { id: number; mac: string | null }, copy: Seal | undefined): string | null {
  if (seal.id !== before.id + 1 || seal.previous !== before.mac) return 'the seal before it is missing or another'
  return copy && copy.mac !== seal.mac ? 'the copy that was kept outside the database is another' : null
}

function tellGone(count: number): string {
  const others = count > 1 ? `, like ${count - 1} more` : ''
  return `it was kept outside the database and is gone from it${others}: it was taken away, or an older state was brought back`
}

async function findForeignEntry(db: Database, keys: AuditKeys, seals: Seal[]): Promise<BrokenRow | null> {
  let first: BrokenRow | null = null
  for (let from = 0; from < seals.length; ) {
    let [to, entries] = [from, 0]
    do entries += seals[to++]?.count ?? 0
    while (to < seals.length && entries < entriesAtOnce)
    const page = seals.slice(from, to)
    for (const broken of await findBrokenSeals(db, page)) first = firstBroken(first, await locate(db, keys, broken))
    from = to
  }
  return first
}

async function findBrokenSeals(db: Database, seals: Seal[]): Promise<Seal[]> {
  const given = JSON.stringify(seals.map(({ id, entries }) => ({ id, entries })))
  const { rows } = await sql<{ id: number; entries: number; digest: string }>`
    select given.id, found.entries, found.digest from jsonb_to_recordset(${given}::jsonb) as given (id bigint, entries int8multirange),
      lateral (select count(*) as entries, encode(sha256(coalesce(string_agg(hash, ''::bytea order by id), ''::bytea)), 'hex') as digest
        from unnest(given.entries) as range join sealed_entry on id >= lower(range) and id < upper(range)) as found`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return seals.filter(({ id, count, digest }) => found.get(id)?.entries !== count || found.get(id)?.digest !== digest)
}

async function locate(db: Database, keys: AuditKeys, seal: Seal): Promise<BrokenRow | null> {
  const key = keys.find(seal.key)
  if (!key) return null
  const { rows } = await sql<EntryHash & { kind: 'audit_entry' | 'ledger_entry' }>`
    select id, hash, kind from unnest(${seal.entries}::int8multirange) as range join sealed_entry on id >= lower(range) and id < upper(range) order by id`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const wrong = taggedEntries(seal).filter(({ id, tag }) => {
    const hash = found.get(id)?.hash
    return !hash || !tagOf(key, { id, hash }).equals(tag)
  })
  const [first, ...others] = wrong
  if (!first) return null
  const { hash, kind = 'audit_entry' } = found.get(first.id) ?? {}
  const other = hash && others.find(({ id, tag }) => tagOf(key, { id, hash }).equals(tag))
  return { table: kind, id: first.id, because: tellForeign(hash, kind, other?.id) }
}

// Of what is gone nothing tells any more of which kind it was: numbers are given to both.
function tellForeign(hash: Buffer | undefined, kind: string, other: number | undefined): string {
  if (!hash) return 'it, or the ledger_entry of its number, was sealed and is gone'
  return other === undefined ? 'it is not what was sealed: it was changed, and its hash with it' : `it changed places with ${kind} ${other}`
}
