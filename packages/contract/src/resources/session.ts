import * as z from 'zod/mini'
import { contract, del, get, post } from '../endpoint.ts'
import { byId } from '../page.ts'
import { scopeKinds } from '../permissions.ts'
import { list } from '../values/collection.ts'
import { Conventions } from '../values/conventions.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { TimeZone } from '../values/local-date.ts'
import { opaque } from '../values/text.ts'

/** How far a person reaches; `ids` are branches or stores, none for `all`. */
export const StaffScope = z.strictObject({ kind: z.enum(scopeKinds), ids: list(idOf('place'), 200) })
export type StaffScope = z.infer<typeof StaffScope>

/** Who is signed in and what they may do. `role` is the role's key; an admin's permissions are all there are. */
export const Me = z.strictObject({
  status: z.literal(true),
  isAdmin: z.boolean(),
  /** The password is a temporary one: until it is changed, everything but this is refused (`password-change-required`). */
  mustChangePassword: z.boolean(),
  role: z.string(),
  roleName: z.string(),
  person: z.strictObject({ id: idOf('staff'), name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
  permissions: z.array(z.string()),
  /** By permission, the most that one act may move, in minor units; absent = no limit. */
  limits: z.record(z.string(), z.int()),
  scope: StaffScope,
  /** The branches or stores of the scope, by name. */
  places: z.array(z.strictObject({ id: idOf('place'), name: z.string() })),
  /** What every screen needs to know of the installation: settings `installation.*`. */
  installation: z.strictObject({
    name: z.string(),
    currency: Currency,
    timeZone: TimeZone,
    conventions: Conventions,
    isDemo: z.boolean(),
  }),
  /** The newest event at the time of the answer: what comes after it is asked for when the live connection stands. */
  sequence: z.int(),
})
export type Me = z.infer<typeof Me>

/** The login payload: `me` with the token that every call carries. */
export const SignedIn = z.extend(Me, { accessToken: z.string(), expiresAt: Instant })
export type SignedIn = z.infer<typeof SignedIn>

export const OwnSession = z.strictObject({
  id: idOf('session'),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const Done = z.strictObject({ status: z.literal(true) })
/** How many characters a password has. */
export const passwordLength = { least: 10, most: 128 } as const
const notTooLong = /* @__PURE__ */ z.maxLength(passwordLength.most, `is too long: at most ${passwordLength.most} characters`)
const givenPassword = z.string().check(z.minLength(1), notTooLong)

/** A password that a person chooses. */
export const NewPassword = z
  .string()
  .check(z.minLength(passwordLength.least, `is too short: at least ${passwordLength.least} characters`), notTooLong)

export const sessionContract = contract('session', {
  login: post('/login', {
    permission: 'public',
    // The answer carries a secret: it is never kept for a replay.
    idempotent: false,
    maxBytes: 4096,
    body: z.strictObject({ email: opaque(254, 1), password: givenPassword }),
    response: SignedIn,
    summary: 'Sign in with e-mail and password',
  }),
  me: get('/me', { permission: 'signed-in', beforePasswordChange: true, response: Me, summary: 'Who is signed in, and what they may do' }),
  logout: post('/logout', {
    permission: 'signed-in',
    beforePasswordChange: true,
    idempotent: false,
    response: Done,
    summary: 'End this session',
  }),
  sessions: get('/me/sessions', { permission: 'signed-in', response: z.array(OwnSession), summary: 'My live sessions' }),
  revoke: del('/me/sessions/:id', {
    permission: 'signed-in',
    params: byId('session'),
    response: z.strictObject({ id: z.string() }),
    summary: 'End one of my sessions',
  }),
  revokeOthers: post('/me/sessions/revoke-others', {
    permission: 'signed-in',
    response: z.strictObject({ ended: z.int() }),
    summary: 'End all my sessions but this one',
  }),
  changePassword: post('/me/password', {
    permission: 'signed-in',
    beforePasswordChange: true,
    idempotent: false,
    maxBytes: 4096,
    body: z.strictObject({ current: givenPassword, next: NewPassword }),
    response: Done,
    summary: 'Change my password; my other sessions end',
  }),
})
