import type { Verb } from './permission-row.ts'
import type { sharedPermissions } from './shared-permissions.ts'

type Shared = typeof sharedPermissions
/** What can be permitted. A contract that has permissions of its own adds them. */
export interface PermissionTable extends Shared {}

export type PermissionResource = keyof PermissionTable

/** `resource.verb`: the closed list, one union. */
export type Permission = { [R in PermissionResource]: `${R}.${PermissionTable[R]['verbs'][number] & Verb}` }[PermissionResource]
