import { sql } from 'kysely'
import { createDatabase, createPool, type Database } from '#db/database.ts'
import { tellBroken } from '#modules/audit/audit-broken-row.ts'
import { readKeptSeals } from '#modules/audit/audit-kept-seals.ts'
import { auditKeys, type Secrets } from '#modules/audit/audit-key.ts'
import { verifyAudit } from '#modules/audit/audit-verify.service.ts'
import { findBrokenOrders } from '#modules/order/read/invariants.ts'
import type { Manifest } from './archive.ts'

/** What was found in a copy of the database. */
export interface Findings extends Pick<Manifest, 'counts' | 'lastSeal'> {
  /** What does not fit, a sentence each; empty when all is sound. */
  problems: string[]
  /** Whether the record of changes could be verified: without the secret it can not. */
  isVerified: boolean
}

/** Reads every table from end to end, holds every order against the rules and, with the secret, the record against its seals. */
export async function checkCopy(url: string, secrets: Secrets | null, seals: string): Promise<Findings> {
  const pool = createPool(url, { applicationName: 'larder check', max: 2, prepares: false, statementTimeoutMs: 0 })
  const db = createDatabase(pool)
  try {
    const counts = await countRows(db)
    const orders = (await findBrokenOrders(pool)).map(({ rule, numbers }) => `orders ${numbers.join(', ')}: it does not hold that ${rule}`)
    const audit = secrets && (await verifyAudit(db, auditKeys(secrets), await readKeptSeals(seals)))
    const record = audit?.broken ? [`the record of changes: ${tellBroken(audit.broken)}`] : []
    return { counts, lastSeal: await findLastSeal(db), problems: [...orders, ...record], isVerified: audit !== null }
  } finally {
    await db.destroy()
  }
}

async function countRows(db: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.rows ?? 0
  }
  return counts
}

async function findLastSeal(db: Database): Promise<Manifest['lastSeal']> {
  const { rows } = await sql<{
    id: number
    hash: string
  }>`select id, encode(mac, 'hex') as hash from audit_seal order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}
