/** Where nobody is signed in, and where one lands afterwards (specification, section 4). */
export const loginPath = '/login'
export const homePath = '/dashboard'
/** One's own data, password and sessions. */
export const profilePath = '/profile'
