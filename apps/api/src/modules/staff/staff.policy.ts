import { type ScopeKind, scopeWidth } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kit/actor.ts'
import { type Power, whyNotGrant } from '#modules/role/role-power.service.ts'

/** What a rule about an account looks at. */
export interface StaffFacts {
  id: string
  status: string
  has_second_factor: boolean
  passkeys: number
  scope_kind: string
  role_name: string
  role_reach: string
  role_is_admin: boolean
  role_grants: Power['grants']
}

/** Why oneself is no exception. */
export const ownAccount = 'You cannot change your own access. Ask another administrator.'

/** The accounts that this person sees: those within their scope, of which a lead sees their team's. On `staff` and `role`. */
export function staffVisibleTo(actor: Actor): Expression<SqlBool> {
  const { scope, team } = actor
  const within = placedWithin(scope)
  return team && !actor.isAdmin ? sql<SqlBool>`(role.id = any(${[...team]}::uuid[]) and ${within})` : within
}

function placedWithin(scope: Actor['scope']): Expression<SqlBool> {
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

/** A closed account gets another role and scope before it is opened again. */
export function whyNotChangeRole(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff)
}

/** Why an account is not let in again as it is: its role may reach less by now than when it was closed. */
export function whyTooWide({ scope_kind, role_reach }: StaffFacts): string | null {
  if (scopeWidth[scope_kind as ScopeKind] <= scopeWidth[role_reach as ScopeKind]) return null
  return 'The scope is wider than the role may reach by now: change role and scope first.'
}

export function whyNotSuspend(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? (staff.status === 'suspended' ? 'The account is suspended already.' : whyClosed(staff))
}

export function whyNotReactivate(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? (staff.status === 'suspended' ? null : whyNotLetIn(staff))
}

/** Who was never in, or left for good, comes in by an invitation. */
export function whyNotInvite(actor: Actor, staff: StaffFacts): string | null {
  return whyNotReach(actor, staff) ?? whyInNoNeed(staff)
}

/** One's own are ended in one's profile. */
export function whyNotEndSessions(actor: Actor, staff: StaffFacts): string | null {
  return actor.id === staff.id ? 'Your own sessions are in your profile.' : whyNotReach(actor, staff)
}

/** One's own is turned off in one's profile, with a code. */
export function whyNotRemoveSecondFactor(actor: Actor, staff: StaffFacts): string | null {
  if (actor.id === staff.id) return 'Your own is turned off in your profile.'
  return (
    whyNotReach(actor, staff) ??
    (staff.has_second_factor || staff.passkeys > 0 ? null : 'This person has neither two-step sign-in nor a passkey.')
  )
}

function whyNotLetIn({ status }: StaffFacts): string | null {
  if (status === 'active') return 'The account is active already.'
  return status === 'invited'
    ? 'No password was chosen yet: send an invitation.'
    : 'The account is deactivated: send an invitation to open it again.'
}

function whyInNoNeed({ status }: StaffFacts): string | null {
  if (status === 'active') return 'This person has a password: reset it instead.'
  return status === 'suspended' ? 'The account is suspended: reactivate it instead.' : null
}

function whyNotReach(actor: Actor, staff: StaffFacts): string | null {
  if (actor.id === staff.id) return ownAccount
  return whyNotGrant(actor, { name: staff.role_name, isAdmin: staff.role_is_admin, grants: staff.role_grants })
}

function whyClosed({ status }: StaffFacts): string | null {
  return status === 'deactivated' ? 'The account is deactivated.' : null
}
