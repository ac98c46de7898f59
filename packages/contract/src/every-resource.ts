import * as role from './resources/role.ts'
import * as listed from './resources.ts'

export type EveryResource = typeof listed & typeof role

/** What each kind of record exports: those of the list, and roles, which are made of the permissions that the list has. */
export const everyResource: EveryResource = /* @__PURE__ */ Object.assign({}, listed, role)
