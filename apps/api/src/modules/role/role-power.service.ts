import { type Grant, isWithin, type Role } from '@larder/contract'

/** Somebody as far as power goes. */
export interface Holder {
  isAdmin: boolean
  grants: ReadonlySet<string>
  limits: ReadonlyMap<string, number>
}

/** A role as far as power goes. */
export type Power = Pick<Role, 'name' | 'isAdmin' | 'grants'>

/** Why this person may not give such a role, or act on who has it: nobody grants what they lack. Null when they may. */
export function whyNotGrant(actor: Holder, role: Power): string | null {
  if (actor.isAdmin) return null
  if (role.isAdmin) return 'Only an administrator can make or change administrators.'
  // The first by name: the database gives them in any order, and the same question has the same answer.
  const [beyond] = role.grants.filter((grant) => !holds(actor, grant)).toSorted((a, b) => (a.permission < b.permission ? -1 : 1))
  if (!beyond) return null
  return `${role.name} may do ${beyond.permission}${actor.grants.has(beyond.permission) ? ' up to a higher limit than you' : ', and you may not'}.`
}

function holds({ grants, limits }: Holder, { permission, limitMinor }: Grant): boolean {
  return grants.has(permission) && isWithin(limitMinor, limits.get(permission) ?? null)
}
