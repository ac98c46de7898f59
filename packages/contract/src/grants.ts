import { isLimited } from './permission-list.ts'
import type { Permission } from './permissions.ts'

/** One permission of a role; `limitMinor` is the most that one act may move, in minor units of the installation's currency, null = no limit. */
export interface Granted {
  permission: Permission
  limitMinor: number | null
}

/** What a change of a role's grants does to whoever has it. */
export interface GrantChange {
  gained: Granted[]
  lost: Granted[]
  /** Held before and after, with another limit. */
  raised: { from: Granted; to: Granted }[]
  lowered: { from: Granted; to: Granted }[]
}

/** Whether whoever holds `own` holds a grant too: the permission, with a limit that is no lower. */
export function covers(own: readonly Granted[], { permission, limitMinor }: Granted): boolean {
  const held = own.find((grant) => grant.permission === permission)
  return held !== undefined && isWithin(limitMinor, held.limitMinor)
}

/** Whether one limit is no higher than another; null is none at all. */
export function isWithin(limitMinor: number | null, most: number | null): boolean {
  return most === null || (limitMinor !== null && limitMinor <= most)
}

/** What is gained and lost between two lists of grants, each in the order of its own list. */
export function compareGrants(before: readonly Granted[], after: readonly Granted[]): GrantChange {
  const [was, is] = [byPermission(before), byPermission(after)]
  const kept = after.flatMap((to) => {
    const from = was.get(to.permission)
    return from && from.limitMinor !== to.limitMinor ? [{ from, to }] : []
  })
  return {
    gained: after.filter(({ permission }) => !was.has(permission)),
    lost: before.filter(({ permission }) => !is.has(permission)),
    raised: kept.filter(({ from, to }) => !isWithin(to.limitMinor, from.limitMinor)),
    lowered: kept.filter(({ from, to }) => isWithin(to.limitMinor, from.limitMinor)),
  }
}

/** Whether anything of the second list is not covered by the first. */
export function isWider(before: readonly Granted[], after: readonly Granted[]): boolean {
  return after.some((grant) => !covers(before, grant))
}

/** Grants in the order that they are kept, told and compared in: by the permission's name; a limit only where there may be one. */
export function sortedGrants(grants: readonly Granted[]): Granted[] {
  return grants
    .map(({ permission, limitMinor }) => ({ permission, limitMinor: isLimited(permission) ? limitMinor : null }))
    .sort((a, b) => (a.permission < b.permission ? -1 : 1))
}

/** Whether a team has accounts that another one has not; an empty one is everybody within the scope. */
export function isTeamWider(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 0 && (after.length === 0 || after.some((id) => !before.includes(id)))
}

function byPermission(grants: readonly Granted[]): Map<Permission, Granted> {
  return new Map(grants.map((grant) => [grant.permission, grant]))
}
