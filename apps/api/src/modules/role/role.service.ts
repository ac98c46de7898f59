import type { Grant, Permission, Role, ScopeKind } from '@larder/contract'
import type { ReadDatabase } from '#db/database.ts'
import { rolesThatGrant } from '#kit/access/grantors.ts'
import type { Actor } from '#kit/actor.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { builtInRoles } from './built-in-roles.ts'
import { presentRole, roles } from './role.queries.ts'

/** A role as far as power goes. */
export type Power = Pick<Role, 'name' | 'isAdmin' | 'grants'>

export async function listRoles(ctx: Context): Promise<Role[]> {
  return (await roles(ctx.db).execute()).map(presentRole)
}

export function getRole(ctx: Context, { params }: { params: { id: string } }): Promise<Role> {
  return findRole(ctx.db, params.id)
}

/** One role by id; not-found (404) without it. */
export async function findRole(db: ReadDatabase, id: string): Promise<Role> {
  const row = await roles(db).where('role.id', '=', id).executeTakeFirst()
  return row ? presentRole(row) : notFound('role')
}

/** The role that somebody is to get; 422 naming `body.roleId` when there is none, or it is not this person's to give. */
export async function findRoleToGive(ctx: Context, id: string): Promise<Role> {
  const row = await roles(ctx.db).where('role.id', '=', id).executeTakeFirst()
  if (!row) invalid({ 'body.roleId': 'is not a role' })
  const role = presentRole(row)
  const because = whyNotGrant(ctx.actor, role)
  return because === null ? role : invalid({ 'body.roleId': because })
}

/** Every role, with why this person may not give it. */
export async function listAssignableRoles(ctx: Context) {
  const rows = await listRoles(ctx)
  return rows.map((role) => ({ id: role.id, key: role.key, name: role.name, because: whyNotGrant(ctx.actor, role) }))
}

export function listGrantors({ services }: Context, { params }: { params: { permission: Permission } }): Promise<string[]> {
  return rolesThatGrant(services, params.permission)
}

/** Why this person may not give such a role, or act on who has it: nobody grants what they lack. Null when they may. */
export function whyNotGrant(actor: Actor, role: Power): string | null {
  if (actor.isAdmin) return null
  if (role.isAdmin) return 'Only an administrator can make or change administrators.'
  // The first by name: the database gives them in any order, and the same question has the same answer.
  const [beyond] = role.grants.filter((grant) => !covers(actor, grant)).toSorted((a, b) => (a.permission < b.permission ? -1 : 1))
  if (!beyond) return null
  return `${role.name} may do ${beyond.permission}${actor.grants.has(beyond.permission) ? ' up to a higher limit than you' : ', and you may not'}.`
}

function covers({ grants, limits }: Actor, { permission, limitMinor }: Grant): boolean {
  const own = limits.get(permission)
  return grants.has(permission) && (own === undefined || (limitMinor !== null && limitMinor <= own))
}

/** Keys of the roles whose accounts are all that such a person sees; null where the scope alone decides. */
export function teamOf(roleKey: string | null): readonly string[] | null {
  return builtInRoles.find(({ key }) => key === roleKey)?.team ?? null
}

/** The widest scope that a person of this role may have. */
export function reachOf(roleKey: string): ScopeKind {
  return builtInRoles.find(({ key }) => key === roleKey)?.reach ?? 'all'
}
