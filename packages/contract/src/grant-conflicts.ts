import type { Granted } from './grants.ts'
import { permissionResources } from './permission-list.ts'
import type { PermissionRow } from './permission-row.ts'
import type { Permission, PermissionTable } from './permissions.ts'
import { keysOf } from './values/collection.ts'

interface Conflict {
  /** What makes, and what checks what was made. */
  permissions: readonly [maker: Permission, checker: Permission]
  /** What one person could do who has both. */
  why: string
}

export type GrantConflict = {
  [R in keyof PermissionTable]: PermissionTable[R] extends { conflicts: infer C } ? keyof C & string : never
}[keyof PermissionTable]

/**
 * Permissions that keep each other in check as long as no role has both. Nobody approves their own request, whatever they hold: but of two
 * people who each have both, either approves for the other. A role may have them, once somebody has acknowledged it.
 */
export const grantConflicts = /* @__PURE__ */ listConflicts()
export const grantConflictKeys = /* @__PURE__ */ keysOf(grantConflicts)

function listConflicts(): Readonly<Record<GrantConflict, Conflict>> {
  const found = Object.entries<PermissionRow>(permissionResources).flatMap(([resource, { conflicts = {} }]) =>
    Object.entries(conflicts).map(([key, { maker, why }]) => [key, { permissions: [`${resource}.${maker}`, `${resource}.approve`], why }]),
  )
  return Object.fromEntries(found)
}

/** The conflicts within a list of grants, in the order of the table. */
export function conflictsOf(grants: readonly Pick<Granted, 'permission'>[]): GrantConflict[] {
  const held = new Set(grants.map(({ permission }) => permission))
  return grantConflictKeys.filter((key) => grantConflicts[key].permissions.every((permission) => held.has(permission)))
}
