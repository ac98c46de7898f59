import * as z from 'zod/mini'
import { contract, del, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId } from '../page.ts'
import { list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { opaque, text } from '../values/text.ts'
import { PasskeySignature, SignedIn } from './session.ts'

/** As many as one person may have. */
export const maxPasskeys = 20

/** A passkey of one's own: a phone, a computer or a security key that signs in by itself. */
export const Passkey = z.strictObject({
  id: idOf('passkey'),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

/** What a browser is asked, as `navigator.credentials` takes it in its JSON form (WebAuthn Level 3). */
const Options = z.record(z.string(), z.unknown())

/** What a device answers when it makes a passkey, all in base64url. */
const NewCredential = z.strictObject({
  id: opaque(1400, 1),
  clientDataJSON: opaque(4096, 1),
  attestationObject: opaque(16_384, 1),
  transports: list(opaque(40, 1), 10),
})

// A challenge is answered within minutes, once: nothing is kept for a replay.
const asks = { idempotent: false, unaudited: true, maxBytes: 1024, response: Options } as const

export const passkeyContract = /* @__PURE__ */ contract('passkey', {
  list: get('/me/passkeys', { permission: 'signed-in', beforeSecondFactor: true, response: z.array(Passkey), summary: 'My passkeys' }),
  begin: post('/me/passkeys/begin', {
    ...asks,
    permission: 'signed-in',
    proof: 'recent',
    summary: 'What a device is asked that makes a passkey',
  }),
  create: post('/me/passkeys', {
    permission: 'signed-in',
    proof: 'recent',
    idempotent: false,
    maxBytes: 32_768,
    body: z.strictObject({ name: text({ max: 60 }), credential: NewCredential }),
    response: Passkey,
    summary: 'Add a passkey',
  }),
  remove: del('/me/passkeys/:id', {
    permission: 'signed-in',
    proof: 'recent',
    params: byId('passkey'),
    response: z.strictObject({ id: z.string() }),
    summary: 'Remove a passkey of mine',
  }),
  ask: post('/login/passkey/begin', { ...asks, permission: 'public', summary: 'What a device is asked that signs in by a passkey' }),
  login: post('/login/passkey', {
    permission: 'public',
    idempotent: false,
    maxBytes: 16_384,
    body: PasskeySignature,
    response: SignedIn,
    summary: 'Sign in by a passkey; it counts as password and code',
  }),
})

export const passkeyRefusals = {
  credentials: { 'passkey-not-valid': 'The passkey is not known here, was removed, or the challenge is over: which of these is not told.' },
  'not-found': { 'passkey-not-found': 'The caller has no such passkey.' },
  refused: {
    'no-passkeys-here': 'The installation has no `PUBLIC_URL`: a passkey is bound to an address.',
    'passkeys-full': `One person has ${maxPasskeys} passkeys at most: remove one that is no longer used.`,
  },
} as const satisfies Refusals
