import { newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { type BrokenRow, tellBroken } from './audit-broken-row.ts'
import { carrySealsOut, readKeptSeals } from './audit-kept-seals.ts'
import { auditKeys } from './audit-key.ts'
import { sealAudit } from './audit-seal.service.ts'
import type { AuditVerdict } from './audit-verdict.ts'
import { keepVerdict } from './audit-verdict.ts'
import { verifyAudit } from './audit-verify.service.ts'

interface Check {
  /** The reason why what earlier verifications found is let be; what is still to be found it does not cover. */
  acknowledgement?: string | null
  /** Hears how many entries have been looked at, page by page. */
  onEntries?(checked: number): Promise<void>
}

/**
 * Verifies the whole record against itself, the last verdict and the seals that were kept outside; keeps the new verdict, sealed, and
 * alerts the staff where a row is broken. `missing`: the file of kept seals that was not there.
 */
export async function checkAudit(
  ctx: Context,
  { acknowledgement = null, onEntries }: Check = {},
): Promise<AuditVerdict & { missing: string | null }> {
  const { config, writable } = ctx.services
  const keys = auditKeys(config)
  const kept = config.auditSeals === null ? null : await readKeptSeals(config.auditSeals)
  const verdict = await verifyAudit(writable, keys, kept, { acknowledges: acknowledgement !== null, onEntries })
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    await keepVerdict(work, keys.current, verdict, acknowledgement)
    if (verdict.broken) alertStaff(ctx, work, verdict.broken)
  })
  await sealAndCarryOut(ctx)
  return { ...verdict, missing: kept === null || kept.size === 0 ? config.auditSeals : null }
}

/** Seals what is new and carries the seals out of the database. Verifies at once when it does not go on from what was carried out. */
export async function keepAudit(ctx: Context): Promise<void> {
  const parted = await sealAndCarryOut(ctx)
  if (parted === null || (await wasTold(ctx))) return
  await checkAudit(ctx)
}

async function sealAndCarryOut({ services: { config, writable }, log }: Context): Promise<string | null> {
  const entries = await sealAudit(writable, auditKeys(config))
  if (entries > 0) log.debug({ entries }, 'audit entries were sealed')
  if (config.auditSeals === null) return null
  const { begun, parted, seals } = await carrySealsOut(writable, config.auditSeals)
  if (begun) log.info({ file: config.auditSeals, seals }, 'there was no file of kept seals; it is begun with those of the database')
  if (parted) log.error({ file: config.auditSeals }, `the seals kept outside the database say that it was changed: ${parted}`)
  return parted
}

async function wasTold({ services }: Context): Promise<boolean> {
  const last = await services.db.selectFrom('audit_verdict').select('broken_id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return typeof last?.broken_id === 'number'
}

/** About how many entries there are: their numbers begin at 1, and some are given to what is rolled back. */
export async function countEntries({ services }: Context): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from audit_entry`.execute(services.db)
  return rows[0]?.last ?? 0
}

/** What staff are told of a broken record. */
export function brokenWords(broken: BrokenRow): string {
  return `Someone has changed the record in the database itself. The first row that does not fit is ${tellBroken(broken)}`
}

function alertStaff({ clock }: Context, work: Work, broken: BrokenRow): void {
  work.notify({
    kind: 'message',
    entity: 'audit',
    entityId: `${broken.table} ${broken.id}`,
    version: 1,
    permission: 'audit.view',
    branchId: null,
    storeId: null,
    payload: {
      id: newId<'message'>(clock.ms()),
      tone: 'error',
      title: 'The history is broken',
      text: brokenWords(broken),
      entity: null,
      entityId: null,
      at: clock.instant(),
    },
  })
}
