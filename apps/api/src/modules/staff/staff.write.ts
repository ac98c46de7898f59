import type { StaffMember } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Staff } from '#db/schema.gen.ts'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import type { Context } from '#kit/context.ts'
import { notFound, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { refuseStale } from '#kit/record/stale.ts'
import { unitOfWork, type Work } from '#kit/unit-of-work.ts'
import { type StaffAction, staffVisibleTo, whyNot } from './staff.policy.ts'
import { presentStaff, type StaffRow, staffWithin } from './staff.queries.ts'

interface StaffChange {
  id: string
  /** The version that the caller saw. */
  version: number
  action: StaffAction
  set: Partial<
    Pick<
      Selectable<Staff>,
      'name' | 'phone' | 'expires_at' | 'role_id' | 'scope_kind' | 'scope_ids' | 'status' | 'password_hash' | 'must_change_password'
    >
  >
  reason?: string
  /** An administrator would no longer be one: it is refused for the last. */
  endsAdmin?: boolean
  /** Why every session of this person ends; absent: they go on, with the new rights. */
  endsSessions?: string
}

/** Changes one account: locked, at the version seen, as its `allowed` says; what it changes of access holds at once, everywhere. */
export function changeStaff(ctx: Context, change: StaffChange): Promise<StaffMember> {
  const { id, action, endsSessions } = change
  return unitOfWork(ctx, async (work) => {
    if (change.endsAdmin) await lockAdmins(work)
    const old = await lockStaff(work, id)
    const seen = await readVisible(ctx, work, id)
    const current = presentStaff(ctx, seen)
    if (old.version !== change.version) await refuseStale(readOnly(work.db), { entity: 'staff', id, current })
    const because = whyNot(current.allowed, action)
    if (because) refuse('not-allowed-now', because)
    if (change.endsAdmin && seen.role_is_admin) await keepAnAdmin(work, id)
    const row = await work.db
      .updateTable('staff')
      .set({ ...change.set, version: sql`version + 1`, access_version: sql`access_version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (endsSessions) await revokeSessions(ctx.services, work, { staffId: id }, endsSessions)
    await tellAccessChange(ctx.services, work, { about: 'staff', id })
    work.record({
      entity: 'staff',
      id,
      version: row.version,
      action,
      old,
      new: row,
      reason: change.reason,
      permission: 'staff.view',
      ...placeOfStaff(row),
    })
    return presentStaff(ctx, await staffWithin(readOnly(work.db), sql`true`).where('staff.id', '=', id).executeTakeFirstOrThrow())
  })
}

async function lockStaff(work: Work, id: string): Promise<Selectable<Staff>> {
  const row = await work.db.selectFrom('staff').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? notFound('staff')
}

async function readVisible(ctx: Context, work: Work, id: string): Promise<StaffRow> {
  const row = await staffWithin(readOnly(work.db), staffVisibleTo(ctx.actor)).where('staff.id', '=', id).executeTakeFirst()
  return row ?? notFound('staff')
}

// Two who take the right from each other at the same moment come one after the other.
async function lockAdmins(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(work.db)
}

async function keepAnAdmin(work: Work, leavingId: string): Promise<void> {
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from staff join role on role.id = staff.role_id
      where role.is_admin and staff.id <> ${leavingId} and staff.status = 'active' and (staff.expires_at is null or staff.expires_at > now())) as is_left`.execute(
    work.db,
  )
  if (!rows[0]?.is_left) refuse('last-admin', 'This is the last administrator: make another one first.')
}

/** Where an account belongs, for who may hear of it: one branch or one store, else only those who reach all. */
export function placeOfStaff({ scope_kind, scope_ids }: Pick<Selectable<Staff>, 'scope_kind' | 'scope_ids'>) {
  const [only] = scope_ids.length === 1 ? scope_ids : []
  if (only && scope_kind === 'store') return { branchId: null, storeId: only }
  return { branchId: only ?? wholeInstallation, storeId: null }
}
