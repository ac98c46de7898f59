import * as z from 'zod/mini'
import { contract, del, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, Named } from '../page.ts'
import { scopeKinds } from '../scope-kinds.ts'
import { list } from '../values/collection.ts'
import { Conventions } from '../values/conventions.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { TimeZone } from '../values/local-date.ts'
import { MapTiles } from '../values/map-tiles.ts'
import { Email, opaque, text } from '../values/text.ts'
import { ChosenPreferences } from './preference.ts'

/** How far a person reaches; `ids` are branches or stores, none for `all`. */
export const StaffScope = z.strictObject({ kind: z.enum(scopeKinds), ids: list(idOf('place'), 200) })
export type StaffScope = z.infer<typeof StaffScope>
/** The same as it is given to somebody. */
export const ScopeDraft = StaffScope.check(
  z.refine(({ kind, ids }) => (kind === 'all') === (ids.length === 0), 'must name a branch or store, or reach all of them'),
  z.refine(({ ids }) => new Set(ids).size === ids.length, 'names a place twice'),
)

/** As whom somebody sees the product, read-only, until when: a role, or one person of it. */
export const Viewing = z.strictObject({
  roleId: idOf('role'),
  roleName: z.string(),
  person: z.nullable(Named),
  endsAt: Instant,
})
export type Viewing = z.infer<typeof Viewing>

/** Who is signed in and what they may do. `role` is the role's key; an admin's permissions are all there are. */
export const Me = z.strictObject({
  status: z.literal(true),
  isAdmin: z.boolean(),
  /** The password is a temporary one: until it is changed, everything but this is refused (`password-change-required`). */
  mustChangePassword: z.boolean(),
  /** The installation asks two-step sign-in of them: until it is set up, everything but this is refused (`second-factor-required`). */
  mustAddSecondFactor: z.boolean(),
  role: z.string(),
  roleName: z.string(),
  /** Keys of the roles whose people's accounts they look after or see. */
  accounts: z.array(z.string()),
  person: z.strictObject({
    id: idOf('staff'),
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    imageId: z.nullable(idOf('file')),
  }),
  /** What they chose on any device; what they did not choose is as the device has it. */
  preferences: ChosenPreferences,
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
    /** Settings `installation.mapTiles` and `installation.mapCredit`: maps without tiles draw what the installation knows itself. */
    map: z.strictObject({ tiles: MapTiles, credit: z.string() }),
    isDemo: z.boolean(),
  }),
  /** Set while the product is seen as another: permissions, limits, scope, role and `isAdmin` are then theirs, as far as they are one's own too. */
  viewing: z.nullable(Viewing),
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

/** A person's own picture, or none. */
const Pictured = z.strictObject({ imageId: z.nullable(idOf('file')) })

const Done = z.strictObject({ status: z.literal(true) })
/** How many characters a password has. */
export const passwordLength = { least: 10, most: 128 } as const
const notTooLong = /* @__PURE__ */ z.maxLength(passwordLength.most, `is too long: at most ${passwordLength.most} characters`)
export const GivenPassword = z.string().check(z.minLength(1), notTooLong)

/** A code of an authenticator app, or a recovery code. */
export const GivenCode = opaque(40, 1)

/** A password that a person chooses. */
export const NewPassword = z
  .string()
  .check(z.minLength(passwordLength.least, `is too short: at least ${passwordLength.least} characters`), notTooLong)

/** What a device signed with a passkey, all in base64url. */
export const PasskeySignature = z.strictObject({
  id: opaque(1400, 1),
  clientDataJSON: opaque(4096, 1),
  authenticatorData: opaque(4096, 1),
  signature: opaque(4096, 1),
})
export type PasskeySignature = z.infer<typeof PasskeySignature>

/** One of what proves who one is. */
const Proof = z
  .strictObject({ password: z.optional(GivenPassword), code: z.optional(GivenCode), passkey: z.optional(PasskeySignature) })
  .check(
    z.refine((proof) => Object.values(proof).filter((part) => part !== undefined).length === 1, 'takes a password, a code or a passkey'),
  )

/** What an invitation opens with; the token of its link. */
const invited = { permission: 'public', idempotent: false, maxBytes: 4096 } as const
const InviteToken = opaque(100, 1)
const FirstPerson = z.strictObject({ name: text({ max: 80 }), email: Email })

/** Whom an invitation is for; name and address are null of the first administrator's, who says both. */
export const Invitation = z.strictObject({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  installation: z.string(),
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

export const sessionContract = contract('session', {
  login: post('/login', {
    permission: 'public',
    // The answer carries a secret: it is never kept for a replay.
    idempotent: false,
    maxBytes: 4096,
    /** `code`: asked for (`code-needed`) once the password is right, of an account with two-step sign-in. */
    body: z.strictObject({ email: opaque(254, 1), password: GivenPassword, code: z.optional(GivenCode) }),
    response: SignedIn,
    summary: 'Sign in',
  }),
  readInvite: post('/login/invite', {
    ...invited,
    // It changes nothing: the token travels in the body, where no log has it.
    unaudited: true,
    body: z.strictObject({ token: InviteToken }),
    response: Invitation,
    summary: 'Who is invited',
  }),
  acceptInvite: post('/login/invite/accept', {
    ...invited,
    /** `person`: who one is, said by the first administrator alone. */
    body: z.strictObject({ token: InviteToken, password: NewPassword, person: z.optional(FirstPerson) }),
    response: SignedIn,
    summary: 'Accept an invitation',
  }),
  me: get('/me', { permission: 'signed-in', beforePasswordChange: true, response: Me, summary: 'Who is signed in, and what they may do' }),
  changePicture: patch('/me/picture', {
    permission: 'signed-in',
    alsoChanges: ['staff'],
    body: Pictured,
    response: Pictured,
    summary: 'Show a picture of mine, or none',
  }),
  changePreferences: patch('/me/preferences', {
    permission: 'signed-in',
    whileViewing: true,
    // How a person's own screen looks is no fact of the marketplace: nobody else sees it.
    unaudited: true,
    body: ChosenPreferences,
    response: ChosenPreferences,
    summary: 'Choose how screens look and times are told',
  }),
  logout: post('/logout', {
    permission: 'signed-in',
    beforePasswordChange: true,
    whileViewing: true,
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
  prove: post('/me/proof', {
    permission: 'signed-in',
    beforeSecondFactor: true,
    whileViewing: true,
    idempotent: false,
    // It changes nothing but what this session may do for some minutes.
    unaudited: true,
    maxBytes: 16_384,
    body: Proof,
    response: Done,
    example: { body: { password: "a long sentence of one's own" } },
    summary: 'Prove again who I am, by the password, a code of two-step sign-in or a passkey',
  }),
  changePassword: post('/me/password', {
    permission: 'signed-in',
    beforePasswordChange: true,
    idempotent: false,
    maxBytes: 4096,
    body: z.strictObject({ current: GivenPassword, next: NewPassword }),
    response: Done,
    summary: 'Change my password; my other sessions end',
  }),
})

export const sessionRefusals = {
  credentials: {
    'wrong-credentials': 'There is no such account, or the password is another.',
    'invite-not-valid': 'The invitation is not there, was used, replaced or taken back, or has expired: which of these is not told.',
    'account-closed': 'The password is right and the account is not open: invited, suspended, expired or deactivated.',
  },
  'not-found': { 'session-not-found': 'The caller has no such session.' },
  refused: {
    'administrator-exists': 'The link was for the first administrator, and there is one.',
    'password-change-required': "The password is one for the first sign-in alone: choose one's own first.",
  },
  limited: { 'too-many-attempts': 'There were too many wrong passwords.' },
  unavailable: { 'sign-in-busy': 'Too many sign in at once.' },
} as const satisfies Refusals
