import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import type { BrokenRow } from './audit-broken-row.ts'
import type { AuditKey, AuditKeys } from './audit-key.ts'
import { lockSeals } from './audit-seal.service.ts'
import { exactly, sealedWithOther } from './audit-seal-form.ts'
import type { Anchor } from './audit-verify-seals.ts'

interface KeptVerdict {
  id: number
  at: string
  key: string | null
  entries: number
  seals: number
  last_seal_id: number | null
  last_seal: string | null
  broken_table: BrokenRow['table'] | null
  broken_id: number | null
  because: string | null
  previous: string | null
  mac: string | null
}

const columns = sql`id, ${exactly(sql`at`)} as at, key, entries, seals, last_seal_id, encode(last_seal_hash, 'hex') as last_seal,
  broken_table, broken_id, because, encode(previous_mac, 'hex') as previous, encode(mac, 'hex') as mac`

/** The seal at which the last sound verdict ended, and how many there were. */
export interface VerdictAnchor extends Anchor {
  seals: number
}

/**
 * Keeps a verdict, signed and chained to the one before. No number is given twice, so that a gap stays where verdicts were taken away.
 * A reason on a sound one acknowledges what was found before.
 */
export async function keepVerdict(
  { db }: Work,
  key: AuditKey,
  { broken, entries, seals, head, lastVerdict }: AuditVerdict,
  acknowledgement: string | null,
): Promise<void> {
  await lockSeals(db)
  const { rows } = await sql<{ id: number; at: string; previous: string | null }>`
    select coalesce(greatest(max(id), ${lastVerdict}::bigint), 0) + 1 as id, ${exactly(sql`clock_timestamp()`)} as at,
      (select encode(mac, 'hex') from audit_verdict order by id desc limit 1) as previous from audit_verdict`.execute(db)
  const place = rows[0]
  if (!place) throw new Error('the database answered nothing')
  const row = { ...place, key: key.name, entries, seals, last_seal_id: head?.id ?? null, last_seal: head?.hash ?? null }
  const verdict = {
    ...row,
    broken_table: broken?.table ?? null,
    broken_id: broken?.id ?? null,
    because: broken?.because ?? acknowledgement,
  }
  const { previous, last_seal, ...values } = verdict
  await db
    .insertInto('audit_verdict')
    .values({
      ...values,
      last_seal_hash: bytesOf(last_seal),
      previous_mac: bytesOf(previous),
      mac: Buffer.from(macOf(key, verdict), 'hex'),
    })
    .execute()
}

/**
 * The first verdict that was changed or is gone; `newest` is one that must be there. The seal at which the last sound one ended. And what
 * was found broken first and has not been acknowledged since: the record may look sound again, it was changed all the same.
 */
export async function verifyVerdicts(
  db: Database,
  keys: AuditKeys,
  newest: number | null,
): Promise<{ broken: BrokenRow | null; anchor: VerdictAnchor | null; remembered: BrokenRow | null }> {
  const { rows } = await sql<KeptVerdict>`select ${columns} from audit_verdict order by id`.execute(db)
  let broken: BrokenRow | null = null
  let anchor: VerdictAnchor | null = null
  let remembered: BrokenRow | null = null
  let before: KeptVerdict | null = null
  for (const verdict of rows) {
    const because = doubtOf(keys, verdict, before)
    if (because) broken ??= { table: 'audit_verdict', id: verdict.id, because }
    else if (verdict.mac !== null) {
      // What was found to be cut off stays so: the anchor is that of the last sound verdict.
      if (verdict.last_seal_id !== null && verdict.last_seal !== null && verdict.broken_id === null)
        anchor = { id: verdict.last_seal_id, hash: verdict.last_seal, seals: verdict.seals }
      if (isAcknowledgement(verdict)) remembered = null
      else remembered ??= findingOf(verdict)
    }
    before = verdict
  }
  if (newest !== null && (before?.id ?? 0) < newest)
    broken ??= { table: 'audit_verdict', id: newest, because: 'a seal knows of it, and it is gone' }
  return { broken, anchor, remembered }
}

function isAcknowledgement({ broken_id, because }: KeptVerdict): boolean {
  return broken_id === null && because !== null
}

// A secret that was missing is no change: with the secret, the record is sound again.
function findingOf({ at, broken_table, broken_id, because }: KeptVerdict): BrokenRow | null {
  if (broken_table === null || broken_id === null || because === null || because === sealedWithOther) return null
  return { table: broken_table, id: broken_id, because: `${because} (found ${at}, and not acknowledged since)` }
}

// Those of before the key have no code; once one has, all that follow must.
function doubtOf(keys: AuditKeys, verdict: KeptVerdict, before: KeptVerdict | null): string | null {
  if (verdict.mac === null && (before?.mac ?? null) === null) return null
  const key = keys.find(verdict.key)
  if (verdict.key !== null && !key) return sealedWithOther
  if (!key || macOf(key, verdict) !== verdict.mac) return 'its content was changed'
  if (verdict.previous !== (before?.mac ?? null) || verdict.id !== (before?.id ?? 0) + 1)
    return 'the verdict before it is missing or another'
  return null
}

function macOf(key: AuditKey, verdict: Omit<KeptVerdict, 'mac'>): string {
  const { id, at, entries, seals, last_seal_id, last_seal, broken_table, broken_id, because, previous } = verdict
  const content = ['verdict', id, at, entries, seals, last_seal_id, last_seal, broken_table, broken_id, because, previous]
  return key.sign(JSON.stringify(content)).toString('hex')
}

function bytesOf(hexadecimal: string | null): Buffer | null {
  return hexadecimal === null ? null : Buffer.from(hexadecimal, 'hex')
}

export interface AuditVerdict {
  /** The first row that does not fit: the entry where one can be told, else the seal, else the verdict. */
  broken: BrokenRow | null
  entries: number
  seals: number
  /** The last seal. */
  head: Anchor | null
  /** The newest verdict that a seal knows of: the next one's number is higher. */
  lastVerdict: number | null
}
