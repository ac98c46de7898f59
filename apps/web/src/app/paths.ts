/** Where nobody is signed in, and where one lands afterwards (specification, section 4). */
export const loginPath = '/login'
export const homePath = '/dashboard'
/** The login page, remembering where somebody was or wanted to go unless it was home anyway. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === homePath ? loginPath : `${loginPath}?${new URLSearchParams({ next: pathname + search })}`
}
/** What an installation begins with. */
export const setupPath = '/settings/setup'
/** One's own data, password and sessions. */
export const profilePath = '/profile'
