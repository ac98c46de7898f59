/** Where nobody is signed in, and where one lands afterwards (specification, section 4). */
export const loginPath = '/login'
export const homePath = '/dashboard'
