import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import { byId, Named } from '../page.ts'
import { scopeKinds } from '../permissions.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { Phone } from '../values/phone.ts'
import { Email, opaque, text } from '../values/text.ts'
import { recordContract } from './record.ts'
import { StaffScope } from './session.ts'

export const StaffStatus = z.enum(['invited', 'active', 'suspended', 'deactivated'])
export type StaffStatus = z.infer<typeof StaffStatus>

const scopeDraft = StaffScope.check(
  z.refine(({ kind, ids }) => (kind === 'all') === (ids.length === 0), 'names branches or stores, unless it reaches all'),
  z.refine(({ ids }) => new Set(ids).size === ids.length, 'names a place twice'),
)
const access = { roleId: idOf('role'), scope: scopeDraft }
const because = { reason: text({ max: 200 }) }

const accounts = /* @__PURE__ */ recordContract('staff', '/staff', {
  label: 'Staff accounts',
  permission: 'staff',
  draft: { name: text({ max: 80 }), phone: z.nullable(Phone), expiresAt: z.nullable(Instant) },
  once: { ...access, email: Email },
  extra: {
    role: z.strictObject({ id: z.string(), key: z.string(), name: z.string() }),
    scope: z.strictObject({ kind: z.enum(scopeKinds), places: z.array(Named) }),
    phone: z.nullable(z.string()),
    status: StaffStatus,
    lastSeenAt: z.nullable(Instant),
  },
  filters: { role: z.optional(opaque(60)), status: z.optional(StaffStatus) },
  sorts: ['name', 'createdAt'],
  acts: {
    changeRole: { permission: 'staff.edit', asks: access, summary: 'give another role and scope; applies at once' },
    suspend: { permission: 'staff.operate', asks: because, summary: 'suspend; every session ends at once' },
    reactivate: { permission: 'staff.operate', asks: because, summary: 'let in an invited or suspended person' },
  },
})
/** A staff account; from `expiresAt` on it is closed, null = never. */
export const StaffMember = accounts.get.shape.response
export type StaffMember = z.infer<typeof StaffMember>

const WithPassword = z.strictObject({ staff: StaffMember, temporaryPassword: z.string() })

/** What answers with a password is never kept for a replay; the unique e-mail stops a second account. */
export const staffContract = /* @__PURE__ */ contract('staff', {
  ...accounts,
  create: post('/staff', {
    permission: 'staff.create',
    idempotent: false,
    body: accounts.create.shape.body,
    response: WithPassword,
    summary: 'Open an account; the temporary password is shown once',
  }),
  resetPassword: post('/staff/:id/reset-password', {
    permission: 'staff.operate',
    idempotent: false,
    params: byId('staff'),
    body: z.strictObject({ version: Version }),
    response: WithPassword,
    summary: 'A new temporary password; every session ends at once',
  }),
})
