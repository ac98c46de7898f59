import { addMinutes, type Parsed, type StaffScope, type viewAsContract, viewAsMinutes } from '@larder/contract'
import { sql } from 'kysely'
import { tellAccessChange } from '#kit/access/sessions.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import type { Change } from '#kit/record/change.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { roles } from '#modules/role/role.service.ts'
import { whyNotGrant } from '#modules/role/role-power.service.ts'
import { checkScope } from './staff.scope.ts'
import { accounts } from './staff.service.ts'

type Contract = typeof viewAsContract
const done = { status: true as const }
const heard = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const

interface Seen {
  roleId: string
  /** Null of a role as such. */
  staffId: string | null
  scope: StaffScope | null
  /** What the record tells of it. */
  told: Record<string, unknown>
}

/** The caller sees the product as a role in some place, until they end it or it ends by itself. */
export async function viewAsRole(ctx: Context, { params, body: { scope } }: Parsed<Contract['startRole']>) {
  const role = await findRoleToSeeAs(ctx, params.id)
  await checkScope(ctx, role, scope)
  return begin(ctx, { roleId: role.id, staffId: null, scope, told: { role: role.name, scopeKind: scope.kind, scopeIds: scope.ids } })
}

/** The same as a person, where these reach. */
export async function viewAsPerson(ctx: Context, { params }: Parsed<Contract['startPerson']>) {
  const person = await accounts.read(ctx, params.id)
  const role = await findRoleToSeeAs(ctx, person.role.id)
  if (person.id === ctx.actor.id) refuse('own-account', 'This is your own account.')
  if (person.status !== 'active') refuse('not-allowed-now', 'The account is not open: they would see nothing.')
  return begin(ctx, { roleId: role.id, staffId: person.id, scope: null, told: { role: role.name, staffId: person.id } })
}

export function endViewAs(ctx: Context, _input: Parsed<Contract['end']>) {
  const { sessionId, viewing } = ctx.actor
  if (!sessionId || !viewing) return refuse('not-viewing', 'You are not viewing as anybody else.')
  return unitOfWork(ctx, async (work) => {
    await end(ctx, work, sessionId, 'end')
    return done
  })
}

/** Views that nobody ended in time leave their end in the record too. */
export async function endOldViews(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from session where now() >= viewing_until order by viewing_until limit 200`.execute(
    ctx.services.db,
  )
  for (const { id } of rows) await unitOfWork(ctx, (work) => end(ctx, work, id, 'expire'))
}

/** Nobody sees more than they may: whoever sees the product as a role may do all that it may. */
async function findRoleToSeeAs(ctx: Context, id: string) {
  const role = await roles.read(ctx, id)
  const because = whyNotGrant(ctx.actor, role)
  return because === null ? role : refuse('not-allowed-now', `You see less than they would: ${because}`)
}

function begin(ctx: Context, { roleId, staffId, scope, told }: Seen) {
  const sessionId = ctx.actor.sessionId ?? notFound('session')
  const until = addMinutes(ctx.clock.instant(), viewAsMinutes)
  return unitOfWork(ctx, async (work) => {
    await work.db
      .updateTable('session')
      .set({
        viewing_role_id: staffId === null ? roleId : null,
        viewing_staff_id: staffId,
        viewing_scope_kind: scope?.kind ?? null,
        viewing_scope_ids: scope?.ids ?? null,
        viewing_until: until,
      })
      .where('id', '=', sessionId)
      .execute()
    await tellAccessChange(ctx.services, work, { about: 'view', id: sessionId })
    work.record({ ...factOf(sessionId, staffId === null ? 'startRole' : 'startPerson'), old: null, new: { ...told, until } })
    return done
  })
}

/** Nothing to do where another process or the person themselves was faster. */
async function end(ctx: Context, work: Work, sessionId: string, action: string): Promise<void> {
  const { rows } = await sql<{ role: string | null; staff_id: string | null }>`
    update session set viewing_role_id = null, viewing_staff_id = null, viewing_scope_kind = null, viewing_scope_ids = null, viewing_until = null
    from (select session.id, session.viewing_staff_id, role.name from session left join staff on staff.id = session.viewing_staff_id
      left join role on role.id = coalesce(staff.role_id, session.viewing_role_id) where session.id = ${sessionId} and viewing_until is not null for update of session) as was
    where session.id = was.id returning was.name as role, was.viewing_staff_id as staff_id`.execute(work.db)
  const [was] = rows
  if (!was) return work.nothing()
  await tellAccessChange(ctx.services, work, { about: 'view', id: sessionId })
  work.record({ ...factOf(sessionId, action), old: { role: was.role, staffId: was.staff_id }, new: null })
}

function factOf(id: string, action: string): Omit<Change, 'old' | 'new'> {
  return { ...heard, entity: 'view-as', id, version: 1, action }
}
