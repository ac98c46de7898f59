import type { Actor } from '#kit/actor.ts'
import { whyNotEverywhere } from '#kit/authorize.ts'
import type { Because } from '#kit/errors.ts'
import type { RoleRow } from './role.queries.ts'
import { whyNotGrant } from './role-power.service.ts'

type Judged = Pick<RoleRow, 'key' | 'name' | 'built_in' | 'is_admin' | 'grants' | 'holders' | 'staff' | 'leads'>

/** Why this person may not change a role; null when they may. */
export function whyNotChange(actor: Actor, role: Judged): Because | null {
  if (role.built_in || role.is_admin) return { reason: 'built-in-role', message: 'This role is built in: copy it, and change the copy.' }
  if (actor.role === role.key) return { reason: 'own-role', message: 'You have this role yourself: ask somebody else to change it.' }
  const message =
    whyNotEverywhere(actor, 'Roles hold') ?? whyNotGrant(actor, { name: role.name, isAdmin: role.is_admin, grants: role.grants })
  return message === null ? null : { reason: 'not-allowed-now', message }
}

/** Why this person may not delete a role; null when they may. */
export function whyNotDelete(actor: Actor, role: Judged): Because | string | null {
  const because = whyNotChange(actor, role)
  if (because) return because
  if (role.staff > 0) return `${role.staff} ${role.staff === 1 ? 'person has' : 'people have'} it: give them another role first.`
  if (role.holders > 0) return 'It is the role of a closed account, whose history names it.'
  return role.leads === null ? null : `It is in the team of ${role.leads}: take it out there first.`
}
