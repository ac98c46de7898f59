import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kit/actor.ts'
import { type Power, teamOf, whyNotGrant } from '#modules/role/role.service.ts'

/** What a rule about an account looks at. */
export interface StaffFacts {
  id: string
  status: string
  role_name: string
  role_is_admin: boolean
  role_grants: Power['grants']
}

/** Why oneself is no exception. */
export const ownAccount = 'You cannot change your own access. Ask another administrator.'

/** The accounts that this person sees: a lead their team's, a branch's or store's person those within it, others all. On `staff` and `role`. */
export function staffVisibleTo(actor: Actor): Expression<SqlBool> {
  const team = teamOf(actor.role)
  if (team && !actor.isAdmin) return sql<SqlBool>`role.key = any(${[...team]}::text[])`
  const { scope } = actor
  if (scope.kind === 'all') return sql<SqlBool>`true`
  const ids = sql`${[...scope.ids]}::uuid[]`
  if (scope.kind === 'store') return sql<SqlBool>`(staff.scope_kind = 'store' and staff.scope_ids <@ ${ids})`
  const outside = sql`(select from unnest(staff.scope_ids) as place left join store on store.id = place where store.branch_id is null or store.branch_id <> all(${ids}))`
  return sql<SqlBool>`((staff.scope_kind = 'branch' and staff.scope_ids <@ ${ids}) or (staff.scope_kind = 'store' and not exists ${outside}))`
}

/** Why this person may not change anything of that account; null when they may. One changes what is one's own but for one's access. */
export function whyNotChange(actor: Actor, staff: StaffFacts): string | null {
  return (actor.id === staff.id ? null : whyNotReach(actor, staff)) ?? whyClosed(staff)
}

/** Why this person may not change what that account may do; null when they may. */
export function whyNotChangeAccess(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? whyClosed(staff)
}

export function whyNotSuspend(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? (staff.status === 'suspended' ? 'The account is suspended already.' : whyClosed(staff))
}

export function whyNotReactivate(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? (staff.status === 'active' ? 'The account is active already.' : whyClosed(staff))
}

function whyNotReach(actor: Actor, staff: StaffFacts): string | null {
  if (actor.id === staff.id) return ownAccount
  return whyNotGrant(actor, { name: staff.role_name, isAdmin: staff.role_is_admin, grants: staff.role_grants })
}

function whyClosed({ status }: StaffFacts): string | null {
  return status === 'deactivated' ? 'The account is deactivated.' : null
}
