import { ownTimeZone, type Viewing } from '@larder/contract'
import { useSelector } from 'react-redux'
import type { Logged, LoginPayload } from '#state/logged.ts'

const useLogged = () => useSelector((state: { logged: Logged }) => state.logged)

/** Whether the signed-in person may ever do this; an admin may do everything. The API decides again by itself. */
export function useCan(permission: string): boolean {
  return mayDo(useLogged().me, permission)
}

/** The same question for many permissions at once. */
export function useMay(): (permission: string) => boolean {
  const { me } = useLogged()
  return (permission) => mayDo(me, permission)
}

/**
 * The same question of a person that is at hand; nothing may be done with a temporary password, or before two-step sign-in is set up where it is required. `staff.view:office-staff` asks besides
 * whether the accounts of that role are among those that they see.
 */
export function mayDo(me: LoginPayload | null, permission: string): boolean {
  if (!me || me.mustChangePassword || me.mustAddSecondFactor) return false
  if (permission === 'signed-in' || permission === 'public') return true
  const [held = '', role] = permission.split(':')
  return (me.isAdmin || me.permissions.includes(held)) && (role === undefined || me.accounts.includes(role))
}

/** As whom the product is seen, while it is; null for oneself. */
export function useViewing(): Viewing | null {
  return useLogged().me?.viewing ?? null
}

/** Why something is absent for whom the product is seen as: the permission that they lack; null where they have it, and for oneself. */
export function useLacking(): (permission: string) => string | null {
  const viewing = useViewing()
  const may = useMay()
  return (asked) => {
    if (!viewing || may(asked)) return null
    const [permission = asked, accounts] = asked.split(':')
    return accounts && may(permission) ? `${viewing.roleName} does not see these accounts` : `${viewing.roleName} lacks “${permission}”`
  }
}

/** Who is signed in, and where. Throws outside the authenticated layout. */
export function useMe() {
  const { me } = useLogged()
  if (!me) throw new Error('nobody is signed in here')
  const { person, installation, role, roleName, isAdmin, permissions, limits, scope, places } = me
  return {
    ...person,
    role,
    roleName,
    isAdmin,
    permissions,
    limits,
    scope,
    places,
    currency: installation.currency,
    timeZone: installation.timeZone,
  }
}

/** The zone that instants are shown in where the record has none of its own: the installation's. */
export function useZone(): string {
  return zoneOf(useLogged())
}

/** The same of a session that is at hand. */
export function zoneOf({ me }: Logged): string {
  return me?.installation.timeZone ?? ownTimeZone()
}

/** Where maps have the pictures of their ground from, and whom they name for it; without an address they draw what the installation knows itself. */
export function useMapGround(): { tiles: string; credit: string } {
  return useLogged().me?.installation.map ?? { tiles: '', credit: '' }
}
