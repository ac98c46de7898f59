import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { contentDigest, sealHash } from './audit-seal.service.ts'

/** The first row that does not fit, and in plain words why. */
export interface BrokenRow {
  table: 'audit_entry' | 'audit_seal'
  id: number
  because: string
}

/** A seal to hold the record against: kept elsewhere, it also proves that nothing was cut off the end. */
export interface Anchor {
  id: number
  /** Hexadecimal. */
  hash: string
}

export interface AuditVerdict {
  broken: BrokenRow | null
  entries: number
  seals: number
  /** The last seal. */
  head: Anchor | null
}

const entriesAtOnce = 10_000
const sealsAtOnce = 200
const sealedEntriesAtOnce = 50_000

/**
 * Recomputes every entry's hash, every record's chain and every seal, in pages that keep no statement long. `anchor`: a seal of an
 * earlier verification, which must still be there.
 */
export async function verifyAudit(db: Database, anchor: Anchor | null = null): Promise<AuditVerdict> {
  const entries = await verifyEntries(db)
  const seals = entries.broken ? { checked: 0, broken: null } : await verifySeals(db)
  const broken = entries.broken ?? seals.broken ?? (anchor && (await verifyAnchor(db, anchor)))
  const last = await sql<Anchor>`select id, encode(hash, 'hex') as hash from audit_seal order by id desc limit 1`.execute(db)
  return { broken, entries: entries.checked, seals: seals.checked, head: last.rows[0] ?? null }
}

interface PageVerdict {
  checked: number
  broken_id: number | null
  because: string | null
}

/** Where a page of entries ends: records follow each other as the index of their chains has them. */
interface Place {
  entity: string
  entity_id: string
  entity_sequence: number
}

/** Along the chains: what an entry must follow is then the row before it. The first broken one is the one that was written first. */
async function verifyEntries(db: Database): Promise<{ checked: number; broken: BrokenRow | null }> {
  let checked = 0
  let broken: BrokenRow | null = null
  for (let after: Place | null = { entity: '', entity_id: '', entity_sequence: 0 }; after; ) {
    const page: PageVerdict & { last: Place | null } = await verifyEntryPage(db, after)
    checked += page.checked
    const found = brokenRow('audit_entry', page)
    if (found && (!broken || found.id < broken.id)) broken = found
    after = page.last
  }
  return { checked, broken }
}

// A page begins with the last row of the one before, which its first new one may have to follow.
async function verifyEntryPage(db: Database, after: Place): Promise<PageVerdict & { last: Place | null }> {
  const chain = sql`entity, entity_id, entity_sequence`
  const place = sql`${after.entity}, ${after.entity_id}, ${after.entity_sequence}::integer`
  const { rows } = await sql<PageVerdict & { last: Place | null }>`
    with page as materialized (
      select id, ${chain}, hash, previous_hash, audit_entry_digest(entry) as digest from audit_entry as entry
      where (${chain}) >= (${place}) order by ${chain} limit ${entriesAtOnce}),
    followed as (select page.*, lag(entity_sequence) over of_record as sequence_before, lag(hash) over of_record as hash_before,
        row_number() over (order by ${chain}) as place
      from page window of_record as (partition by entity, entity_id order by entity_sequence)),
    judged as materialized (
      select id, ${chain}, place, case
        when hash <> digest then 'its content was changed'
        when entity_sequence > 1 and sequence_before is distinct from entity_sequence - 1 then 'the entry before it is missing'
        when hash_before is distinct from previous_hash then 'it does not follow the entry before it'
        end as because
      from followed where (${chain}) > (${place}))
    select ${verdict}, (select json_build_object('entity', entity, 'entity_id', entity_id, 'entity_sequence', entity_sequence)
      from judged order by place desc limit 1) as last from judged`.execute(db)
  return rows[0] ?? { ...nothing, last: null }
}

async function verifySeals(db: Database): Promise<{ checked: number; broken: BrokenRow | null }> {
  let checked = 0
  for (let after: number | null = 0; after !== null; ) {
    const page: PageVerdict & { last: number | null } = await verifySealPage(db, after)
    checked += page.checked
    const broken = brokenRow('audit_seal', page)
    if (broken) return { checked, broken }
    after = page.last
  }
  return { checked, broken: null }
}

async function verifySealPage(db: Database, after: number): Promise<PageVerdict & { last: number | null }> {
  const { rows } = await sql<PageVerdict & { last: number | null }>`
    with next as (select * from audit_seal where id > ${after} order by id limit ${sealsAtOnce}),
    counted as (select *, sum(entries) over (order by id) - entries as covered_before from next),
    page as (select *, ${sealHash} as recomputed from counted where covered_before < ${sealedEntriesAtOnce}),
    judged as materialized (
      select page.id, case
        when page.hash <> page.recomputed then 'its content was changed'
        when before.hash is distinct from page.previous_hash or page.from_transaction <> coalesce(before.to_transaction, '0'::xid8) then 'the seal before it is missing or another'
        when found.sealed_entries <> page.entries then format('it covers %s entries, of which %s are there', page.entries, found.sealed_entries)
        when found.sealed_digest <> page.digest then 'an entry that it covers was replaced'
        end as because
      from page
      left join lateral (select * from audit_seal where audit_seal.id < page.id order by id desc limit 1) as before on true
      cross join lateral (
        select count(*) as sealed_entries, ${contentDigest} as sealed_digest from audit_entry as content
        where content.transaction_id >= page.from_transaction and content.transaction_id < page.to_transaction) as found)
    select ${verdict}, max(id) as last from judged`.execute(db)
  return rows[0] ?? { ...nothing, last: null }
}

async function verifyAnchor(db: Database, { id, hash }: Anchor): Promise<BrokenRow | null> {
  const { rows } = await sql`select from audit_seal where id = ${id} and hash = decode(${hash}, 'hex')`.execute(db)
  return rows.length > 0 ? null : { table: 'audit_seal', id, because: 'the last verification ended at it, and it is gone or another' }
}

const nothing: PageVerdict = { checked: 0, broken_id: null, because: null }
const verdict: RawBuilder<unknown> = sql`count(*) as checked, min(id) filter (where because is not null) as broken_id,
  (array_agg(because order by id) filter (where because is not null))[1] as because`

function brokenRow(table: BrokenRow['table'], { broken_id: id, because }: PageVerdict): BrokenRow | null {
  return id === null ? null : { table, id, because: because ?? 'it does not fit' }
}
