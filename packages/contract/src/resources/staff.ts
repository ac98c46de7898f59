import * as z from 'zod/mini'
import { accountPages, invitePlace } from '../account-pages.ts'
import { contract, get, type JudgedChange, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { type ScopeKind, scopeKinds } from '../scope-kinds.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { queryWhole, Version } from '../values/number.ts'
import { Phone } from '../values/phone.ts'
import { Email, opaque, text } from '../values/text.ts'
import { recordContract } from './record.ts'
import { OwnSession, ScopeDraft } from './session.ts'

/** Where an account stands; `invited`: its person has no password yet. */
export const staffStatusLabels = { invited: 'Invited', active: 'Active', suspended: 'Suspended', deactivated: 'Deactivated' } as const
export const StaffStatus = enumOf(staffStatusLabels)
export type StaffStatus = z.infer<typeof StaffStatus>

/** How a person comes in for the first time. */
export const firstSignInLabels = { invitation: 'By an invitation', password: 'With a temporary password' } as const
const FirstSignIn = enumOf(firstSignInLabels)

/** The keys of the roles that have a page of their own. */
export const accountPageKeys = /* @__PURE__ */ keysOf(accountPages)

export const scopeKindLabels: Readonly<Record<ScopeKind, string>> = { all: 'All branches and stores', branch: 'Branches', store: 'Stores' }

/** The address of an invitation, below that of the installation. */
export function inviteAddress(origin: string, token: string): string {
  return `${origin}${invitePlace}${token}`
}

const access = { roleId: idOf('role'), scope: ScopeDraft }
const because = { reason: text({ max: 200 }) }
/** `handOverTo`: who takes over the orders that the person handles; null gives them back to whoever claims them. */
const leaving = { ...because, handOverTo: z.optional(z.nullable(idOf('staff'))) }
/** What the web reads anew of others once somebody's open orders went to another, or a mail was written or called off. */
const alsoChanges = ['order', 'mail'] as const

const shownGains = 3

/** What somebody gains by another role or scope, as the change tells it: "operate orders". */
function gaining({ after }: JudgedChange): string | null {
  const { name, gains = [] } = after as { name: string; gains?: readonly string[] }
  if (gains.length === 0) return null
  const more = gains.length - shownGains
  return `Give ${name} more access: ${gains.slice(0, shownGains).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What somebody gains is what the role that they get may do, and the one that they have may not. */
function rolesOf({ before, after }: Pick<JudgedChange, 'before' | 'after'>) {
  const ids = [before, after].map((side) => (side as { role_id: string }).role_id)
  return [...new Set(ids)].map((id) => ({ entity: 'role', id }))
}

const accounts = /* @__PURE__ */ recordContract('staff', '/staff', {
  label: 'Staff accounts',
  permission: 'staff',
  proof: 'recent',
  draft: {
    name: text({ max: 80 }),
    phone: z.nullable(Phone),
    imageId: z.optional(z.nullable(idOf('file'))),
    expiresAt: z.nullable(Instant),
  },
  once: { ...access, email: Email },
  extra: {
    role: z.strictObject({ id: z.string(), key: z.string(), name: z.string() }),
    scope: z.strictObject({ kind: z.enum(scopeKinds), places: z.array(Named) }),
    phone: z.nullable(z.string()),
    status: StaffStatus,
    lastSeenAt: z.nullable(Instant),
    inviteExpiresAt: z.nullable(Instant),
    hasSecondFactor: z.boolean(),
    passkeys: z.int(),
    limits: z.array(z.strictObject({ permission: z.string(), limitMinor: z.int() })),
  },
  filters: {
    role: z.optional(opaque(60)),
    status: z.optional(StaffStatus),
    /** Whose scope is this store, beside others or alone. */
    storeId: z.optional(idOf('store')),
    expiresWithinDays: z.optional(queryWhole(1, 365)),
  },
  searchesPeople: true,
  sorts: ['name', 'createdAt'],
  acts: {
    changeRole: {
      permission: 'staff.edit',
      asks: access,
      // Who has more by it has it by two people, as by a wider role.
      approval: { by: 'role.approve', everywhere: true, needs: gaining, hangsOn: rolesOf },
      summary: 'give another role and scope; applies at once',
    },
    suspend: { permission: 'staff.operate', asks: leaving, alsoChanges, summary: 'suspend; every session ends at once' },
    reactivate: { permission: 'staff.operate', asks: because, summary: 'let in a suspended person' },
    deactivate: {
      permission: 'staff.operate',
      asks: leaving,
      alsoChanges,
      summary: 'close for good: sessions end, the password no longer works, the e-mail address stays taken',
    },
    removeSecondFactor: {
      permission: 'staff.operate',
      asks: because,
      summary: 'take away two-step sign-in and passkeys, such as of a lost phone',
    },
    endSession: { permission: 'staff.operate', asks: { sessionId: idOf('session') }, summary: 'end one session' },
    endSessions: { permission: 'staff.operate', asks: {}, summary: 'end every session' },
  },
})
/**
 * A staff account; from `expiresAt` on it is closed, null = never. `inviteExpiresAt`: until when its invitation can be accepted, null = it has none.
 * `hasSecondFactor`: signing in takes a code besides the password; `passkeys`: with how many it is signed in by itself.
 * `limits`: the most that one act of its role may move, in minor units of the installation's currency.
 */
export const StaffMember = accounts.get.shape.response
export type StaffMember = z.infer<typeof StaffMember>

/** An account with what lets its person in, which is shown this once: the token of an invitation (`inviteAddress`), or a temporary password. */
export const OpenedAccount = z.strictObject({
  staff: StaffMember,
  inviteToken: z.nullable(z.string()),
  /** Whether the invitation is also on its way by mail. */
  isMailed: z.boolean(),
  temporaryPassword: z.nullable(z.string()),
})
export type OpenedAccount = z.infer<typeof OpenedAccount>

/** What a person has begun: the orders that they handle, and who could take these over. */
export const OpenWork = z.strictObject({
  orders: z.array(z.strictObject({ id: idOf('order'), number: z.string() })),
  tasks: z.int(),
  heirs: z.array(z.strictObject({ id: idOf('staff'), name: z.string(), roleName: z.string() })),
})
export type OpenWork = z.infer<typeof OpenWork>

// What answers with a secret is never kept for a replay; the unique e-mail stops a second account.
const opens = { proof: 'recent', idempotent: false, response: OpenedAccount, alsoChanges: ['mail'] } as const
const onOne = { ...opens, permission: 'staff.operate', params: byId('staff'), body: z.strictObject({ version: Version }) } as const

export const staffContract = /* @__PURE__ */ contract('staff', {
  ...accounts,
  create: post('/staff', {
    ...opens,
    permission: 'staff.create',
    body: z.extend(accounts.create.shape.body, { firstSignIn: FirstSignIn }),
    example: { body: { expiresAt: null } },
    summary: 'Open an account; the invitation or temporary password is shown once',
  }),
  invite: post('/staff/:id/invite', { ...onOne, summary: 'Send an invitation; it replaces an earlier one' }),
  resetPassword: post('/staff/:id/reset-password', {
    ...onOne,
    summary: 'A new temporary password; every session ends at once, and passkeys sign in no more',
  }),
  sessions: get('/staff/:id/sessions', {
    permission: 'staff.operate',
    params: byId('staff'),
    response: z.array(OwnSession),
    summary: "A person's live sessions",
  }),
  openWork: get('/staff/:id/open-work', {
    permission: 'staff.operate',
    params: byId('staff'),
    response: OpenWork,
    alsoShows: ['order'],
    summary: 'What a person has begun, and who could take it over',
  }),
})

export const staffRefusals = {
  'not-found': { 'staff-not-found': 'No such staff account, or out of reach.' },
  refused: {
    'own-account': 'Nobody does this to their own account.',
    'last-admin': 'There would be no administrator left.',
  },
} as const satisfies Refusals
