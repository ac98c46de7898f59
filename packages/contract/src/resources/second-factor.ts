import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Instant } from '../values/instant.ts'
import { GivenCode, GivenPassword } from './session.ts'

/** One's two-step sign-in: since when a code is asked for after the password, null = it is not. */
export const SecondFactor = z.strictObject({
  since: z.nullable(Instant),
  /** How many recovery codes were not used yet. */
  recoveryCodesLeft: z.int(),
  /** The installation asks it of this person. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What an authenticator app is set up with: a key to type (base32), and the same as an address that it scans (`otpauth:`). */
export const AuthenticatorKey = z.strictObject({ key: z.string(), address: z.string() })
export type AuthenticatorKey = z.infer<typeof AuthenticatorKey>

/** Shown this once; each stands in for a code of the app, once. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

// What answers with a secret is never kept for a replay.
const own = { permission: 'signed-in', idempotent: false, maxBytes: 4096 } as const

export const secondFactorContract = /* @__PURE__ */ contract('second-factor', {
  get: get('/me/second-factor', {
    permission: 'signed-in',
    beforeSecondFactor: true,
    response: SecondFactor,
    summary: 'My two-step sign-in',
  }),
  begin: post('/me/second-factor/begin', {
    ...own,
    beforeSecondFactor: true,
    proof: 'recent',
    // Nothing is asked for until it was confirmed.
    unaudited: true,
    response: AuthenticatorKey,
    summary: 'A key for an authenticator app; a code of it confirms that it was taken over',
  }),
  confirm: post('/me/second-factor/confirm', {
    ...own,
    beforeSecondFactor: true,
    body: z.strictObject({ code: GivenCode }),
    response: RecoveryCodes,
    alsoChanges: ['session'],
    example: { body: { code: '287 082' } },
    summary: 'Turn on two-step sign-in; my other sessions end',
  }),
  turnOff: post('/me/second-factor/turn-off', {
    ...own,
    body: z.strictObject({ password: GivenPassword, code: GivenCode }),
    response: SecondFactor,
    example: { body: { code: '287 082' } },
    summary: 'Turn off two-step sign-in',
  }),
  renewCodes: post('/me/second-factor/recovery-codes', {
    ...own,
    body: z.strictObject({ code: GivenCode }),
    response: RecoveryCodes,
    example: { body: { code: '287 082' } },
    summary: 'New recovery codes; the ones before are good no more',
  }),
})

export const secondFactorRefusals = {
  credentials: {
    'code-needed': 'The password is right; the account asks for a code of its authenticator app, or a recovery code, as well.',
  },
  refused: {
    'second-factor-required': 'The installation asks two-step sign-in of the caller, who has to set it up first.',
    'second-factor-on': 'Two-step sign-in is on already: turn it off to use another app.',
    'second-factor-off': 'Two-step sign-in is off.',
  },
} as const satisfies Refusals
