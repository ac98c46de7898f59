import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type BrokenRow, firstBroken } from './audit-broken-row.ts'
import { settled } from './audit-seal.service.ts'

const entriesAtOnce = 10_000

/** Where a page of entries ends: records follow each other as the index of their chains has them. */
interface Place {
  entity: string
  entity_id: string
  entity_sequence: number
}

interface Page {
  checked: number
  broken_id: number | null
  because: string | null
  last: Place | null
}

type Kind = 'audit_entry' | 'ledger_entry'
/** Where the entries of each kind begin: what is recorded has names for ids, what is booked has ids. */
const kinds: Readonly<Record<Kind, Place>> = {
  audit_entry: { entity: '', entity_id: '', entity_sequence: 0 },
  ledger_entry: { entity: '', entity_id: '00000000-0000-0000-0000-000000000000', entity_sequence: 0 },
}

/** Along the chains of the record and of the ledger: what an entry must follow is then the row before it. The first broken one is the one that was written first. */
export async function verifyEntries(
  db: Database,
  onPage: (checked: number) => Promise<void> = async () => {},
): Promise<{ checked: number; broken: BrokenRow | null }> {
  let checked = 0
  let broken: BrokenRow | null = null
  for (const [kind, first] of Object.entries(kinds) as [Kind, Place][]) {
    for (let after: Place | null = first; after; ) {
      const page: Page = await verifyPage(db, kind, after)
      checked += page.checked
      const found = page.broken_id === null ? null : { table: kind, id: page.broken_id, because: page.because ?? 'it does not fit' }
      broken = firstBroken(broken, found)
      after = page.last
      await onPage(checked)
    }
  }
  return { checked, broken }
}

/** The first entry that no seal covers although every entry of its time was sealed long ago: it was put in behind them. */
export async function findUncovered(db: Database): Promise<BrokenRow | null> {
  const { rows } = await sql<{ id: number; kind: Kind }>`
    with settled as (${settled}),
    covered as (select coalesce(range_agg(entries), '{}') as entries from audit_seal)
    select entry.id, entry.kind from settled, covered,
      unnest(int8multirange(int8range(null, settled.reach, '[]')) - covered.entries) as gap,
      lateral (select id, kind from sealed_entry where id >= coalesce(lower(gap), -9223372036854775808) and id < upper(gap) order by id limit 1) as entry
    order by entry.id limit 1`.execute(db)
  const because = 'no seal covers it, though all entries of its time were sealed: it was put in later'
  return rows[0] ? { table: rows[0].kind, id: rows[0].id, because } : null
}

// A page begins with the last row of the one before, which its first new one may have to follow.
async function verifyPage(db: Database, kind: Kind, after: Place): Promise<Page> {
  const chain = sql`entity, entity_id, entity_sequence`
  const place = sql`${after.entity}, ${after.entity_id}, ${after.entity_sequence}::integer`
  const { rows } = await sql<Page>`
    with page as materialized (
      select id, ${chain}, hash, previous_hash, ${sql.id(`${kind}_digest`)}(entry) as digest from ${sql.table(kind)} as entry
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
    select count(*) as checked, min(id) filter (where because is not null) as broken_id,
      (array_agg(because order by id) filter (where because is not null))[1] as because,
      (select json_build_object('entity', entity, 'entity_id', entity_id, 'entity_sequence', entity_sequence)
        from judged order by place desc limit 1) as last from judged`.execute(db)
  return rows[0] ?? { checked: 0, broken_id: null, because: null, last: null }
}
