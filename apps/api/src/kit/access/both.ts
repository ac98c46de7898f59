import type { ChannelScope, Permission } from '@larder/contract'
import { sql } from 'kysely'
import type { Actor, Scope } from '../actor.ts'
import type { Services } from '../context.ts'

/** What a role lets do, wherever. */
export type Powers = Pick<Actor, 'isAdmin' | 'grants' | 'limits' | 'team'>

/** What two may both do: the permissions that both hold, up to the lower of their limits, with the accounts that both see. */
export function whatBothMay(own: Powers, theirs: Powers): Powers {
  const isAdmin = own.isAdmin && theirs.isAdmin
  const grants = own.isAdmin
    ? theirs.grants
    : theirs.isAdmin
      ? own.grants
      : new Set([...own.grants].filter((grant) => theirs.grants.has(grant)))
  const team = own.team && theirs.team ? own.team.filter((id) => theirs.team?.includes(id)) : (own.team ?? theirs.team)
  return { isAdmin, grants, limits: lowerOf(own, theirs, grants), ...(team && !isAdmin && { team }) }
}

function lowerOf(own: Powers, theirs: Powers, grants: ReadonlySet<Permission | ChannelScope>): Map<Permission, number> {
  const limits = new Map<Permission, number>()
  for (const { isAdmin, limits: each } of [own, theirs])
    for (const [permission, limit] of isAdmin ? [] : each)
      if (grants.has(permission)) limits.set(permission, Math.min(limit, limits.get(permission) ?? limit))
  return limits
}

/** Where two both reach; of branches and stores the stores that lie in them. */
export async function whereBothReach({ db }: Pick<Services, 'db'>, own: Scope, theirs: Scope): Promise<Scope> {
  if (own.kind === 'all') return theirs
  if (theirs.kind === 'all') return own
  if (own.kind === theirs.kind) return { kind: own.kind, ids: own.ids.filter((id) => theirs.ids.includes(id)) }
  const [branches, stores] = own.kind === 'branch' ? [own.ids, theirs.ids] : [theirs.ids, own.ids]
  const { rows } = await sql<{ id: string }>`
    select id from store where id = any(${[...stores]}::uuid[]) and branch_id = any(${[...branches]}::uuid[])`.execute(db)
  return { kind: 'store', ids: rows.map(({ id }) => id) }
}
