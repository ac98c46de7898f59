import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '#db/database.ts'
import { type BrokenRow, firstBroken } from './audit-broken-row.ts'
import { settled } from './audit-seal.service.ts'

const entriesAtOnce = 10_000
// Two statements keep two cores of the database busy; ranges that end apart leave neither idle at the end.
const atOnce = 2
const rangesPerKind = 4
const sampled = 20_000
const chain = sql`entity, entity_id, entity_sequence`
const placeOf = ({ entity, entity_id, entity_sequence }: Place) => sql`${entity}, ${entity_id}, ${entity_sequence}::integer`

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

/**
 * Along the chains of the record and of the ledger: what an entry must follow is then the row before it. The first broken one is the one that
 * was written first. `redactions`: those that may have taken something out of entries.
 */
export async function verifyEntries(
  db: Database,
  onPage: (checked: number) => Promise<void> = async () => {},
  redactions: readonly string[] = [],
): Promise<{ checked: number; broken: BrokenRow | null }> {
  let checked = 0
  let broken: BrokenRow | null = null
  const ranges = (await Promise.all((Object.keys(kinds) as Kind[]).map((kind) => rangesOf(db, kind)))).flat()
  const inTurn = pLimit(atOnce)
  const verifyRange = async ({ kind, from, until }: Range) => {
    for (let after: Place | null = from; after; ) {
      const page: Page = await verifyPage(db, { kind, from: after, until }, redactions)
      checked += page.checked
      const found = page.broken_id === null ? null : { table: kind, id: page.broken_id, because: page.because ?? 'it does not fit' }
      broken = firstBroken(broken, found)
      after = page.last
      await onPage(checked)
    }
  }
  await Promise.all(ranges.map((range) => inTurn(() => verifyRange(range))))
  return { checked, broken }
}

/** A part of the chains of a kind: what comes after `from`, to `until` and with it, or to the end. */
interface Range {
  kind: Kind
  from: Place
  until: Place | null
}

// Each range begins with the last row of the one before, which its first one may have to follow: together they are the whole, and each
// can be looked through by itself. Where they part hangs on a sample; of few entries on all of them.
async function rangesOf(db: Database, kind: Kind): Promise<Range[]> {
  const table = sql.table(kind)
  const { rows } = await sql<Place>`
    with sample as (select ${chain}, ntile(${rangesPerKind}) over (order by ${chain}) as part
      from ${table} tablesample system (least(100, ${sampled} * 100.0 / (select greatest(max(id), 1) from ${table}))))
    select distinct on (part) ${chain} from sample where part < ${rangesPerKind} order by part, entity desc, entity_id desc, entity_sequence desc`.execute(
    db,
  )
  const bounds = [kinds[kind], ...rows]
  return bounds.map((from, at) => ({ kind, from, until: bounds[at + 1] ?? null }))
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
async function verifyPage(db: Database, { kind, from: after, until }: Range, redactions: readonly string[]): Promise<Page> {
  const place = placeOf(after)
  const end = until ? sql` and (${chain}) <= (${placeOf(until)})` : sql``
  const { rows } = await sql<Page>`
    with followed as (
      select page.*, lag(entity_sequence) over of_record as sequence_before, lag(hash) over of_record as hash_before,
        row_number() over (order by ${chain}) as place
      from (select id, ${chain}, hash, previous_hash, ${sql.id(`${kind}_digest`)}(entry) as digest from ${sql.table(kind)} as entry
        where (${chain}) >= (${place})${end} order by ${chain} limit ${entriesAtOnce}) as page
      window of_record as (partition by entity, entity_id order by entity_sequence)),
    judged as materialized (
      select id, ${chain}, place, case
        when hash <> digest and not ${isRedacted(kind, redactions)} then 'its content was changed'
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

// What was taken out of an entry is not there to be hashed: it must read as the redaction left it.
function isRedacted(kind: Kind, redactions: readonly string[]) {
  if (kind !== 'audit_entry' || redactions.length === 0) return sql`false`
  return sql`exists (select from redacted_entry where entry_id = followed.id and redacted_entry.digest = followed.digest
    and redaction_id = any(${redactions}::uuid[]))`
}
