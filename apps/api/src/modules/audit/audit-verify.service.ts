import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { contentDigest, sealHash } from './audit-seal.service.ts'

/** The first row that does not fit, and in plain words why. */
export interface BrokenRow {
  table: 'audit_entry' | 'audit_seal'
  id: number
  because: string
}

export interface AuditVerdict {
  broken: BrokenRow | null
  entries: number
  seals: number
  /** The last seal's hash: kept elsewhere, it also proves that nothing was cut off the end. */
  head: string | null
}

interface PageVerdict {
  checked: number
  last_id: number | null
  broken_id: number | null
  because: string | null
}

const entriesAtOnce = 5000
const sealsAtOnce = 200

/** Recomputes every entry's hash, every record's chain and every seal, in pages that keep no statement long. */
export async function verifyAudit(db: Database): Promise<AuditVerdict> {
  const entries = await verifyPages(db, 'audit_entry', verifyEntries)
  const seals = entries.broken ? { checked: 0, broken: null } : await verifyPages(db, 'audit_seal', verifySeals)
  const head = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from audit_seal order by id desc limit 1`.execute(db)
  return { broken: entries.broken ?? seals.broken, entries: entries.checked, seals: seals.checked, head: head.rows[0]?.hash ?? null }
}

async function verifyPages(db: Database, table: BrokenRow['table'], verifyPage: (db: Database, after: number) => Promise<PageVerdict>) {
  let checked = 0
  for (let after = 0; ; ) {
    const page = await verifyPage(db, after)
    checked += page.checked
    if (page.broken_id !== null) return { checked, broken: { table, id: page.broken_id, because: page.because ?? 'it does not fit' } }
    if (page.last_id === null) return { checked, broken: null }
    after = page.last_id
  }
}

async function verifyEntries(db: Database, after: number): Promise<PageVerdict> {
  const { rows } = await sql<PageVerdict>`
    with page as (select entry from audit_entry as entry where id > ${after} order by id limit ${entriesAtOnce}),
    judged as (
      select (entry).id, case
        when (entry).hash <> audit_entry_digest(entry) then 'its content was changed'
        when (entry).entity_sequence > 1 and before.id is null then 'the entry before it is missing'
        when before.hash is distinct from (entry).previous_hash then 'it does not follow the entry before it'
        end as because
      from page left join audit_entry as before
        on before.entity = (entry).entity and before.entity_id = (entry).entity_id and before.entity_sequence = (entry).entity_sequence - 1)
    select count(*) as checked, max(id) as last_id, min(id) filter (where because is not null) as broken_id,
      (array_agg(because order by id) filter (where because is not null))[1] as because from judged`.execute(db)
  return rows[0] ?? { checked: 0, last_id: null, broken_id: null, because: null }
}

async function verifySeals(db: Database, after: number): Promise<PageVerdict> {
  const { rows } = await sql<PageVerdict>`
    with page as (select *, ${sealHash} as recomputed from audit_seal where id > ${after} order by id limit ${sealsAtOnce}),
    judged as (
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
    select count(*) as checked, max(id) as last_id, min(id) filter (where because is not null) as broken_id,
      (array_agg(because order by id) filter (where because is not null))[1] as because from judged`.execute(db)
  return rows[0] ?? { checked: 0, last_id: null, broken_id: null, because: null }
}
