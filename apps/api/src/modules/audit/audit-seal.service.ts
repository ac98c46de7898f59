import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** A seal's hash, over `entries`, `digest` and the like of the query that it stands in. The verifier computes the same. */
export const sealHash: RawBuilder<Buffer> = sql`sha256(convert_to(jsonb_build_array(encode(previous_hash, 'hex'), from_transaction::text, to_transaction::text,
  entries, encode(digest, 'hex'), to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))`

/** The digest of the entries that `content` has in a query: their hashes in the order in which they were written. */
export const contentDigest: RawBuilder<Buffer> = sql`sha256(coalesce(string_agg(content.hash, ''::bytea order by content.id), ''::bytea))`

/**
 * Seals the entries of all transactions that have ended since the last seal, chained to it, and says how many they were.
 * What is sealed cannot be changed, taken away or added to without breaking the seal, not even with all its own hashes redone.
 */
export function sealAudit(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('larder_audit_seal'))`.execute(transaction)
    const { rows } = await sql<{ entries: number }>`
      with last as (select to_transaction, hash from audit_seal order by id desc limit 1),
      bounds as (
        select coalesce((select to_transaction from last), '0'::xid8) as from_transaction, pg_snapshot_xmin(pg_current_snapshot()) as to_transaction,
          (select hash from last) as previous_hash, clock_timestamp() as at),
      sealed as (
        select bounds.*, found.* from bounds cross join lateral (
          select count(*) as entries, ${contentDigest} as digest from audit_entry as content
          where content.transaction_id >= bounds.from_transaction and content.transaction_id < bounds.to_transaction) as found)
      insert into audit_seal (at, from_transaction, to_transaction, entries, digest, previous_hash, hash)
      select at, from_transaction, to_transaction, entries, digest, previous_hash, ${sealHash} from sealed where entries > 0
      returning entries`.execute(transaction)
    return rows[0]?.entries ?? 0
  })
}
