import { allContracts } from './contracts.ts'
import type { Access, Contract, NamedEndpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

let known: ReadonlyMap<string, Access> | undefined

/** What it takes to see a kind of record, by its entity: as one of them is read, else their list; undefined of what nobody reads. */
function viewOf(entity: string): Access | undefined {
  known ??= new Map(
    ['list', 'get'].flatMap((verb) => everyEndpoint().filter(({ name, entity: of }) => name === `${of}.${verb}`)).map(viewing),
  )
  return known.get(entity)
}

const viewing = ({ entity, shape }: NamedEndpoint): [string, Access] => [entity, shape.permission]

function everyEndpoint(): NamedEndpoint[] {
  return Object.values<Contract>(allContracts).flatMap((contract) => Object.values(contract))
}

const isOpen = (access: Access) => access === 'public' || access === 'signed-in'

/**
 * All that it takes to call an endpoint, first what it declares. Whoever makes, changes or acts on a record is answered with it, also where they
 * came too late: they have to be able to see its kind (0219). What is open to everybody who is signed in is about what is their own.
 */
export function accessOf({ entity, method, shape: { permission } }: NamedEndpoint): readonly [Access, ...Access[]] {
  const view = method === 'GET' || isOpen(permission) ? undefined : viewOf(entity)
  return view === undefined || isOpen(view) || view === permission ? [permission] : [permission, view]
}

/** Permissions to see what somebody may act on by another one, of which its acts take one each. Empty where one of them takes none. */
export function viewsFor(permission: Permission): Permission[] {
  const acts = everyEndpoint().filter(({ method, shape }) => method !== 'GET' && shape.permission === permission)
  const views = acts.map((act) => accessOf(act)[1] as Permission | undefined)
  return views.includes(undefined) ? [] : [...new Set(views as Permission[])]
}
