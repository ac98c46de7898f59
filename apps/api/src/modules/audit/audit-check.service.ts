import { newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'
import { type Anchor, type AuditVerdict, type BrokenRow, verifyAudit } from './audit-verify.service.ts'

/** Verifies the whole record against itself and the last verdict, keeps the new verdict, and alerts the staff where a row is broken. */
export async function checkAudit(ctx: Context): Promise<AuditVerdict> {
  const verdict = await verifyAudit(ctx.services.writable, await findLastAnchor(ctx))
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    await keepVerdict(work, verdict)
    if (verdict.broken) alertStaff(ctx, work, verdict.broken)
  })
  return verdict
}

/** A broken row in a sentence: `audit_entry 17: its content was changed.` */
export function tellBroken({ table, id, because }: BrokenRow): string {
  return `${table} ${id}: ${because}.`
}

// What was found to be cut off stays so: the anchor is that of the last sound verdict.
async function findLastAnchor(ctx: Context): Promise<Anchor | null> {
  const { rows } = await sql<Anchor>`select last_seal_id as id, encode(last_seal_hash, 'hex') as hash from audit_verdict
    where last_seal_id is not null and broken_id is null order by id desc limit 1`.execute(ctx.services.writable)
  return rows[0] ?? null
}

async function keepVerdict(work: Work, { broken, entries, seals, head }: AuditVerdict): Promise<void> {
  await work.db
    .insertInto('audit_verdict')
    .values({
      entries,
      seals,
      last_seal_id: head?.id ?? null,
      last_seal_hash: head && Buffer.from(head.hash, 'hex'),
      broken_table: broken?.table ?? null,
      broken_id: broken?.id ?? null,
      because: broken?.because ?? null,
    })
    .execute()
}

function alertStaff({ clock }: Context, work: Work, broken: BrokenRow): void {
  const text = `Someone has changed the record in the database itself. The first row that does not fit is ${tellBroken(broken)}`
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
      text,
      entity: null,
      entityId: null,
      at: clock.instant(),
    },
  })
}
