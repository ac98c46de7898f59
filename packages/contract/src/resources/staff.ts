import * as z from 'zod/mini'
import { contract, get, patch, post } from '../endpoint.ts'
import { exportOf } from '../exports.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { scopeKinds } from '../permissions.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { Phone } from '../values/phone.ts'
import { Email, opaque, text } from '../values/text.ts'
import { StaffScope } from './session.ts'

export const StaffStatus = z.enum(['invited', 'active', 'suspended', 'deactivated'])
export type StaffStatus = z.infer<typeof StaffStatus>

export const StaffMember = z.strictObject({
  id: idOf('staff'),
  email: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  role: z.strictObject({ id: z.string(), key: z.string(), name: z.string() }),
  scope: z.strictObject({ kind: z.enum(scopeKinds), places: z.array(Named) }),
  status: StaffStatus,
  lastSeenAt: z.nullable(Instant),
  /** From then on the account is closed; null = never. */
  expiresAt: z.nullable(Instant),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type StaffMember = z.infer<typeof StaffMember>

const scopeDraft = StaffScope.check(
  z.refine(({ kind, ids }) => (kind === 'all') === (ids.length === 0), 'names branches or stores, unless it reaches all'),
  z.refine(({ ids }) => new Set(ids).size === ids.length, 'names a place twice'),
)
const access = { roleId: idOf('role'), scope: scopeDraft }
const person = { name: text({ max: 80 }), phone: z.nullable(Phone), expiresAt: z.nullable(Instant) }
const versioned = { version: Version }
const one = { params: byId('staff'), response: StaffMember } as const
const Because = z.strictObject({ ...versioned, reason: text({ max: 200 }) })
const WithPassword = z.strictObject({ staff: StaffMember, temporaryPassword: z.string() })

const StaffFilters = listQuery(['name', 'createdAt'], { role: z.optional(opaque(60)), status: z.optional(StaffStatus) })

export const staffContract = contract('staff', {
  list: get('/staff', {
    permission: 'staff.view',
    query: StaffFilters,
    response: pageOf(StaffMember),
    summary: 'Staff accounts within my reach',
  }),
  export: exportOf('/staff', 'staff.export', StaffFilters),
  get: get('/staff/:id', { ...one, permission: 'staff.view', summary: 'One staff account' }),
  create: post('/staff', {
    permission: 'staff.create',
    // The answer carries a password: it is never kept for a replay. The unique e-mail stops a second account.
    idempotent: false,
    body: z.strictObject({ ...person, ...access, email: Email }),
    response: WithPassword,
    summary: 'Open an account; the temporary password is shown once',
  }),
  update: patch('/staff/:id', {
    ...one,
    permission: 'staff.edit',
    body: z.extend(z.partial(z.strictObject(person)), versioned),
    summary: 'Change name, phone and expiry',
  }),
  changeRole: post('/staff/:id/change-role', {
    ...one,
    permission: 'staff.edit',
    body: z.strictObject({ ...versioned, ...access }),
    summary: 'Give another role and scope; applies at once',
  }),
  suspend: post('/staff/:id/suspend', {
    ...one,
    permission: 'staff.operate',
    body: Because,
    summary: 'Suspend; every session ends at once',
  }),
  reactivate: post('/staff/:id/reactivate', {
    ...one,
    permission: 'staff.operate',
    body: Because,
    summary: 'Let in an invited or suspended person',
  }),
  resetPassword: post('/staff/:id/reset-password', {
    permission: 'staff.operate',
    idempotent: false,
    params: byId('staff'),
    body: z.strictObject(versioned),
    response: WithPassword,
    summary: 'A new temporary password; every session ends at once',
  }),
})
