import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { byId } from '../page.ts'
import { permissions } from '../permissions.ts'
import { idOf } from '../values/id.ts'

const PermissionName = z.enum(permissions)

/** What a role may do; `limitMinor` is the most that one act may move, null = no limit. */
export const Grant = z.strictObject({ permission: PermissionName, limitMinor: z.nullable(z.int()) })
export type Grant = z.infer<typeof Grant>

export const Role = z.strictObject({
  id: idOf('role'),
  key: z.string(),
  name: z.string(),
  /** The word of `/accounts/{path}`, null for a role without such a page. */
  accountsPath: z.nullable(z.string()),
  isAdmin: z.boolean(),
  builtIn: z.boolean(),
  /** People who have it. */
  staff: z.int(),
  grants: z.array(Grant),
  version: z.int(),
})
export type Role = z.infer<typeof Role>

export const roleContract = contract('role', {
  list: get('/roles', { permission: 'role.view', response: z.array(Role), summary: 'Every role with what it may do' }),
  get: get('/roles/:id', { permission: 'role.view', params: byId('role'), response: Role, summary: 'One role' }),
  assignable: get('/roles/assignable', {
    permission: 'staff.view',
    response: z.array(z.strictObject({ id: idOf('role'), key: z.string(), name: z.string(), because: z.nullable(z.string()) })),
    summary: 'Roles to choose from for an account, with why I may not give one',
  }),
  grantors: get('/roles/granting/:permission', {
    permission: 'signed-in',
    params: z.strictObject({ permission: PermissionName }),
    response: z.array(z.string()),
    summary: 'Names of the roles that can grant a permission',
  }),
})
