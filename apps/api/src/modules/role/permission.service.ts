import {
  allContracts,
  announced,
  type Contract,
  describePermission,
  isLimited,
  keysOf,
  maskedFields,
  type NamedEndpoint,
  type PermissionFacts,
  type PermissionResource,
  permissionResources,
  permissions,
} from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { roleRows } from './role.queries.ts'

type Opened = Omit<PermissionFacts, 'roles' | 'people'>
let opened: readonly Opened[] | undefined

/** Every permission: what it opens, which roles have it, and how many people. */
export async function listPermissions(ctx: Context): Promise<PermissionFacts[]> {
  opened ??= describePermissions(Object.values<Contract>(allContracts))
  const roles = await roleRows(ctx.db).orderBy('role.sort').orderBy('role.name').execute()
  return opened.map((facts) => {
    const having = roles.flatMap(({ id, name, is_admin: isAdmin, grants, staff }) => {
      const grant = grants.find(({ permission }) => permission === facts.permission)
      return isAdmin || grant ? [{ role: { id, name, isAdmin, limitMinor: (!isAdmin && grant?.limitMinor) || null }, staff }] : []
    })
    return { ...facts, roles: having.map(({ role }) => role), people: having.reduce((sum, { staff }) => sum + staff, 0) }
  })
}

/** What endpoints declare, told by permission. */
export function describePermissions(contracts: readonly Contract[]): Opened[] {
  const endpoints = contracts.flatMap((contract) => Object.values(contract))
  const revealed = endpoints.flatMap(revealedBy)
  return permissions.map((permission) => {
    const [resource] = permission.split('.') as [PermissionResource]
    return {
      permission,
      words: describePermission(permission),
      resource: permissionResources[resource].label,
      isLimited: isLimited(permission),
      calls: endpoints.filter(({ shape }) => shape.permission === permission).map(callOf),
      approves: endpoints.filter(({ shape }) => shape.approval?.by === permission).map(callOf),
      reveals: [...new Set(revealed.flatMap(({ by, field }) => (by.includes(permission) ? [field] : [])))],
      events: [
        ...contracts
          .filter((contract) => heardWith(contract) === permission)
          .map((contract) => ({ event: 'changed', entity: entityOf(contract) })),
        ...keysOf(announced).flatMap((event) => (announced[event] === permission ? [{ event, entity: null }] : [])),
      ],
    }
  })
}

function callOf({ name, method, path, shape: { summary } }: NamedEndpoint) {
  return { name, method, path, summary }
}

function revealedBy({ entity, shape: { response } }: NamedEndpoint) {
  return maskedFields(response).map(({ reveal, single, path }) => ({ by: [reveal, single], field: `${entity}.${String(path.at(-1))}` }))
}

function entityOf(contract: Contract): string | null {
  return Object.values(contract)[0]?.entity ?? null
}

/** Whoever may read a kind of record hears of its changes. */
function heardWith({ list, get }: Contract): string | undefined {
  return (get ?? list)?.shape.permission
}
