import { roleContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { getRole, listAssignableRoles, listGrantors, listRoles } from './role.service.ts'

export function registerRole(app: App): void {
  implement(app, roleContract, { list: listRoles, get: getRole, assignable: listAssignableRoles, grantors: listGrantors })
}
