import type { ApprovalRule, Permission } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Actor } from '../actor.ts'
import { can } from '../authorize.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { settingsNow } from '../settings.ts'
import type { Change } from './change.ts'

type Where = Pick<Change, 'branchId' | 'storeId'>

/** What a change asks for, in words, where its rule says that another person has to approve it; null where nobody has to. */
export async function approvalNeeded({ services, actor }: Context, rule: ApprovalRule, change: Change): Promise<string | null> {
  const { id, role, isAdmin } = actor
  const setting = await settingsNow(services)
  return rule.needs({ id: change.id, before: change.old, after: change.new, actor: { id, role, isAdmin }, setting })
}

/**
 * The change as it may be committed. 409 `needs-approval` where its endpoint says that another person has to approve it and somebody could;
 * where nobody else could, it is made, and the record says so.
 */
export async function approved(ctx: Context, change: Change): Promise<Change> {
  if (!ctx.approval || change.maker || ctx.actor.kind !== 'staff') return change
  const asked = await approvalNeeded(ctx, ctx.approval, change)
  if (asked === null) return change
  const by = await findApprovers(ctx.services.db, ctx.actor, ctx.approval.by, change)
  if (by.length === 0) return { ...change, reason: [change.reason, aloneWords].filter(Boolean).join(' ') }
  refuse('needs-approval', `${asked}: this needs the approval of ${orList(by)}. Send it as a request.`)
}

const aloneWords = 'Nobody else could approve it.'

/** The roles of those who could approve a change there, without the person who asks; those of the widest reach first. */
export async function findApprovers(db: ReadDatabase, asking: Pick<Actor, 'id'>, permission: Permission, where: Where): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select role.name from role where exists (select from staff where staff.role_id = role.id and staff.id <> ${asking.id} and staff.status = 'active'
        and (staff.expires_at is null or staff.expires_at > now()) and (staff.scope_kind = 'all'
          or (staff.scope_kind = 'branch' and ${where.branchId}::uuid = any(staff.scope_ids))
          or (staff.scope_kind = 'store' and ${where.storeId}::uuid = any(staff.scope_ids))))
      and (role.is_admin or exists (select from role_grant where role_id = role.id and permission = ${permission})
        and exists (select from role_grant where role_id = role.id and permission = 'approval.view'))
    order by role.sort, role.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether this person could approve a change there, were it not their own. */
export function mayApprove(actor: Actor, permission: Permission, { branchId, storeId }: Where): boolean {
  if (!can(actor, permission)) return false
  if (actor.scope.kind === 'all') return true
  const place = actor.scope.kind === 'branch' ? branchId : actor.scope.kind === 'store' ? storeId : null
  return place !== null && actor.scope.ids.includes(place)
}

function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
