import { newId } from '@larder/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import { type AuditKeys, auditKeys, type Secrets } from './audit-key.ts'
import { exactly } from './audit-seal-form.ts'

/** Entries of one kind of record, and what takes personal values out of a side of one and out of its reason. */
export interface ToRedact {
  entity: string
  ids: readonly string[]
  side(column: RawBuilder<unknown>): RawBuilder<unknown>
  reason(column: RawBuilder<unknown>): RawBuilder<unknown>
}

const recordsAtOnce = 300

/**
 * Takes values out of entries that are written and sealed. What is left keeps the hash it was sealed with; what it reads from then on is
 * kept beside it, signed with the key of the seals: the verifier takes it for that entry, and nothing else. Answers how many were changed.
 */
export async function redactEntries(db: Transaction<DB>, secrets: Secrets, redacted: readonly ToRedact[]): Promise<number> {
  const id = newId()
  let count = 0
  for (const { entity, ids, side, reason } of redacted)
    for (let at = 0; at < ids.length; at += recordsAtOnce) {
      const { numAffectedRows = 0n } = await sql`with wanted as (
          select id, ${side(sql`old`)} as old, ${side(sql`new`)} as new, ${reason(sql`reason`)} as reason from audit_entry
          where entity = ${entity} and entity_id = any(${ids.slice(at, at + recordsAtOnce)}::text[])),
        changed as (update audit_entry set old = wanted.old, new = wanted.new, reason = wanted.reason from wanted
          where audit_entry.id = wanted.id and (audit_entry.old is distinct from wanted.old or audit_entry.new is distinct from wanted.new
            or audit_entry.reason is distinct from wanted.reason)
          returning audit_entry.id, audit_entry_digest(audit_entry) as digest)
        insert into redacted_entry (redaction_id, entry_id, digest) select ${id}::uuid, id, digest from changed`.execute(db)
      count += Number(numAffectedRows)
    }
  if (count > 0) await sign(db, auditKeys(secrets), id)
  return count
}

interface Signed {
  id: string
  /** To the microsecond, in UTC. */
  at: string
  entries: number
  digest: string
}

const contentOf = (id: RawBuilder<unknown>) => sql`select count(*)::int as entries,
  encode(sha256(coalesce(string_agg(int8send(entry_id) || redacted_entry.digest, ''::bytea order by entry_id), ''::bytea)), 'hex') as digest
  from redacted_entry where redaction_id = ${id}`

async function sign(db: Transaction<DB>, { current }: AuditKeys, id: string): Promise<void> {
  const { rows } =
    await sql<Signed>`select ${id} as id, ${exactly(sql`now()`)} as at, content.* from (${contentOf(sql`${id}::uuid`)}) as content`.execute(
      db,
    )
  for (const row of rows)
    await sql`insert into audit_redaction (id, at, entry_count, digest, key, mac)
      values (${id}, now(), ${row.entries}, decode(${row.digest}, 'hex'), ${current.name}, decode(${macOf(current, row)}, 'hex'))`.execute(
      db,
    )
}

function macOf(key: AuditKeys['current'], { id, at, entries, digest }: Signed): string {
  return key.sign(JSON.stringify(['redaction', id, at, entries, digest])).toString('hex')
}

/** The redactions that the program made: signed with a key of ours, and of the very entries that they were signed for. */
export async function soundRedactions(db: Database, keys: AuditKeys): Promise<string[]> {
  const { rows } = await sql<Signed & { key: string; mac: string }>`
    select audit_redaction.id, ${exactly(sql`at`)} as at, content.entries, content.digest, key, encode(mac, 'hex') as mac
    from audit_redaction cross join lateral (${contentOf(sql`audit_redaction.id`)}) as content`.execute(db)
  return rows.flatMap((row) => {
    const key = keys.find(row.key)
    return key && macOf(key, row) === row.mac ? [row.id] : []
  })
}
