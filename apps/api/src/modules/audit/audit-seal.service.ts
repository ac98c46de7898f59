import { sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import type { AuditKeys } from './audit-key.ts'
import { type EntryHash, exactly, makeSeal, type Seal } from './audit-seal-form.ts'

const entriesPerSeal = 10_000

/**
 * Up to which number no entry can still be waiting for its seal: as far as the seals of ten minutes before the last one reach. A number
 * is taken when an entry is written and seen when its transaction commits, and no transaction of ours lives that long. Counted back
 * from the last seal, not from now: an installation that stood still for a day has missed nothing.
 */
export const settled = sql`select coalesce(max(reach), 0) as reach, coalesce(max(id), 0) as seal from (
  select audit_seal.id, audit_seal.reach from audit_seal, (select id, at from audit_seal order by id desc limit 1) as last
  where audit_seal.id <= last.id - 5 and audit_seal.at < last.at - interval '10 minutes' order by audit_seal.id desc limit 1) as old`

/** Where the unkeyed seals of before ended, as the verdict of the migration names it: the first keyed seal follows that. */
export const unkeyedEnd = sql`select last_seal_id as id, encode(last_seal_hash, 'hex') as mac from audit_verdict
  where last_seal_id is not null and id < coalesce((select min(id) from audit_verdict where mac is not null), 9223372036854775807)
  order by audit_verdict.id desc limit 1`

/**
 * Seals every committed entry that no seal covers yet, by its own number, in seals that chain; says how many entries they were.
 * What is sealed cannot be changed, taken away or added to by anyone without the key, not even with all hashes redone.
 */
export async function sealAudit(db: Database, keys: AuditKeys): Promise<number> {
  for (let sealed = 0; ; ) {
    const entries = await db.transaction().execute((transaction) => sealNext(transaction, keys))
    sealed += entries
    if (entries < entriesPerSeal) return sealed
  }
}

/** Holds off every other process that seals, until the transaction ends. */
export async function lockSeals(transaction: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('larder_audit_seal'))`.execute(transaction)
}

interface End {
  id: number
  reach: number
  previous: string | null
  sealed_verdict: number | null
  verdict: number | null
  now: string
}

async function sealNext(transaction: Transaction<DB>, { current }: AuditKeys): Promise<number> {
  await lockSeals(transaction)
  const { id, reach, previous, sealed_verdict, verdict, now } = await findEnd(transaction)
  const entries = await findUnsealed(transaction)
  if (entries.length === 0 && verdict === sealed_verdict) return 0
  await insertSeal(transaction, makeSeal(current, entries, { id: id + 1, at: now, reach, lastVerdict: verdict, previous }))
  return entries.length
}

// A verdict that a seal knows of stays known, also when the table of verdicts was emptied: `greatest` passes over nulls.
async function findEnd(transaction: Transaction<DB>): Promise<End> {
  const { rows } = await sql<End>`
    with last as (select id, reach, encode(mac, 'hex') as mac, last_verdict_id from audit_seal order by id desc limit 1),
    before as (${unkeyedEnd})
    select coalesce(last.id, before.id, 0) as id, coalesce(last.reach, 0) as reach,
      case when last.id is null then before.mac else last.mac end as previous, last.last_verdict_id as sealed_verdict,
      greatest(last.last_verdict_id, (select max(id) from audit_verdict where mac is not null)) as verdict, ${exactly(sql`clock_timestamp()`)} as now
    from (select) as one left join last on true left join before on true`.execute(transaction)
  if (!rows[0]) throw new Error('the database answered nothing')
  return rows[0]
}

// Looks into the gaps alone: behind the last seal, and where an entry may have been committed after its neighbours were sealed.
async function findUnsealed(transaction: Transaction<DB>): Promise<EntryHash[]> {
  const { rows } = await sql<EntryHash>`
    with settled as (${settled}),
    covered as (select coalesce(range_agg(entries), '{}') as entries from audit_seal where id > (select seal from settled))
    select entry.id, entry.hash from settled, covered,
      unnest(int8multirange(int8range(settled.reach + 1, null)) - covered.entries) as gap,
      lateral (select id, hash from sealed_entry where id >= lower(gap) and id < coalesce(upper(gap), 9223372036854775807)
        order by id limit ${entriesPerSeal}) as entry
    order by entry.id limit ${entriesPerSeal}`.execute(transaction)
  return rows
}

async function insertSeal(transaction: Transaction<DB>, seal: Seal): Promise<void> {
  await transaction
    .insertInto('audit_seal')
    .values({
      id: seal.id,
      at: seal.at,
      key: seal.key,
      entries: seal.entries,
      entry_count: seal.count,
      reach: seal.reach,
      digest: Buffer.from(seal.digest, 'hex'),
      tags: Buffer.from(seal.tags, 'base64'),
      last_verdict_id: seal.lastVerdict,
      previous_mac: seal.previous === null ? null : Buffer.from(seal.previous, 'hex'),
      mac: Buffer.from(seal.mac, 'hex'),
    })
    .execute()
}
