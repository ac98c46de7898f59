import type { PermissionRow, Verb } from './permission-row.ts'
import type { Permission, PermissionResource, PermissionTable } from './permissions.ts'
import { ownPermissions } from './resources.ts'
import { sharedPermissions } from './shared-permissions.ts'

/** All that can be permitted. Permissions that a contract has and `resources.ts` does not list do not compile. */
export const permissionResources: Readonly<PermissionTable> = /* @__PURE__ */ inOrder({ ...sharedPermissions, ...ownPermissions })

function inOrder(table: PermissionTable): PermissionTable {
  const rows: Record<string, PermissionRow> = { ...table }
  const names = Object.keys(sharedPermissions)
  const place = (name: string, { after }: PermissionRow): void => {
    if (names.includes(name)) return
    if (after && rows[after]) place(after, rows[after])
    names.splice(after ? names.indexOf(after) + 1 : names.length, 0, name)
  }
  for (const [name, row] of Object.entries(rows)) place(name, row)
  return Object.fromEntries(names.map((name) => [name, rows[name]])) as unknown as PermissionTable
}

/** Every permission there is, in the order of the table. */
export const permissions: readonly Permission[] = /* @__PURE__ */ listPermissions()

function listPermissions(): Permission[] {
  return Object.entries<PermissionRow>(permissionResources).flatMap(([resource, facts]) =>
    facts.verbs.map((verb) => `${resource}.${verb}` as Permission),
  )
}

/** The resource of a permission, its verb, and what is decided of them. */
function factsOf(permission: Permission): [verb: Verb, facts: PermissionRow] {
  const [resource, verb] = permission.split('.') as [PermissionResource, Verb]
  return [verb, permissionResources[resource]]
}

/** Whether a role may have a limit of this permission. */
export function isLimited(permission: Permission): boolean {
  const [verb, { limits = {} }] = factsOf(permission)
  return verb in limits
}

/** `order.operate` in words: "operate orders". */
export function describePermission(permission: Permission): string {
  const [verb, { label }] = factsOf(permission)
  return `${verb} ${label.toLowerCase()}`
}
