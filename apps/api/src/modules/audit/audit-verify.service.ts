import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type BrokenRow, firstBroken } from './audit-broken-row.ts'
import type { AuditKeys } from './audit-key.ts'
import { soundRedactions } from './audit-redaction.service.ts'
import type { Seal } from './audit-seal-form.ts'
import type { AuditVerdict } from './audit-verdict.ts'
import { type VerdictAnchor, verifyVerdicts } from './audit-verdict.ts'
import { findUncovered, verifyEntries } from './audit-verify-entries.ts'
import { verifySeals } from './audit-verify-seals.ts'

/**
 * Recomputes every entry's hash, every record's chain, every seal and every verdict, in pages that keep no statement long. `kept`: the
 * seals that were carried out of the database; without them, a record that was cut off together with its seals and verdicts looks sound.
 * What an earlier verification found stays found until it is acknowledged; `acknowledges`: this one does so. `onEntries` hears how many
 * entries have been looked at, page by page.
 */
export async function verifyAudit(
  db: Database,
  keys: AuditKeys,
  kept: ReadonlyMap<number, Seal> | null = null,
  { acknowledges = false, onEntries }: { acknowledges?: boolean; onEntries?: ((checked: number) => Promise<void>) | undefined } = {},
): Promise<AuditVerdict> {
  const entries = await verifyEntries(db, onEntries, await soundRedactions(db, keys))
  const seals = await verifySeals(db, keys, kept)
  const verdicts = await verifyVerdicts(db, keys, seals.lastVerdict)
  const uncovered = seals.brokenSeal ? null : await findUncovered(db)
  const broken =
    firstBroken(entries.broken, seals.brokenEntry, uncovered) ??
    seals.brokenSeal ??
    verdicts.broken ??
    (verdicts.anchor && (await verifyAnchor(db, verdicts.anchor))) ??
    (acknowledges ? null : verdicts.remembered)
  return { broken, entries: entries.checked, seals: seals.checked, head: seals.head, lastVerdict: seals.lastVerdict }
}

async function verifyAnchor(db: Database, { id, hash, seals }: VerdictAnchor): Promise<BrokenRow | null> {
  const { rows } = await sql<{ seals: number }>`select (select count(*) from audit_seal where id <= ${id}) as seals
    from audit_seal where id = ${id} and mac = decode(${hash}, 'hex')`.execute(db)
  if (!rows[0]) return { table: 'audit_seal', id, because: 'the last verification ended at it, and it is gone or another' }
  return rows[0].seals >= seals ? null : { table: 'audit_seal', id, because: `of the ${seals} seals up to it, some are gone` }
}
