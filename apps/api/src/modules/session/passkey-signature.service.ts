import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Output, PasskeySignature, passkeyContract } from '@larder/contract'
import { sql } from 'kysely'
import { derivedKey } from '#kit/access/derived-key.ts'
import { hashToken } from '#kit/access/sessions.ts'
import type { Context, Services } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'

const toSign = 'sign in'
const lifeMs = 5 * 60_000
const [nonceBytes, timeBytes, macBytes] = [16, 6, 16]

// It brings certificates and their formats along: loaded by who has a passkey.
export const library = () => import('@simplewebauthn/server')

/** The address that a passkey is bound to. 409 where the installation has none. */
export function boundTo({ services: { config } }: Context): { origin: string; rpID: string } {
  const origin =
    config.publicUrl ?? refuse('no-passkeys-here', 'Passkeys need the address of this installation: its operator sets PUBLIC_URL.')
  return { origin, rpID: new URL(origin).hostname }
}

/** What any passkey of this address may answer; who they are says the device. */
export async function askForPasskey(ctx: Context): Promise<Output<(typeof passkeyContract)['ask']>> {
  const { rpID } = boundTo(ctx)
  const { generateAuthenticationOptions } = await library()
  const challenge = Buffer.from(makeChallenge(ctx.services, toSign), 'base64url')
  return { ...(await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })) }
}

/** Whose passkey signed what was asked, just now; null where none did. Notes when it was used. */
export async function spendSignature(
  ctx: Context,
  { id, ...response }: PasskeySignature,
): Promise<{ staffId: string; name: string } | null> {
  const { origin, rpID } = boundTo(ctx)
  const { services } = ctx
  const kept = await services.db.selectFrom('passkey').selectAll().where('credential_id', '=', id).executeTakeFirst()
  if (!kept) return null
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => spendChallenge(services, toSign, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(kept.public_key), counter: Number(kept.signed) },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return null
  await services.writable
    .updateTable('passkey')
    .set({ signed: verified.authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where('id', '=', kept.id)
    .execute()
  return { staffId: kept.staff_id, name: kept.name }
}

/** What a device is to sign for one purpose within five minutes. It carries its end and a signature of ours: nothing is kept for who only asks. */
export function makeChallenge({ config, clock }: Services, about: string): string {
  const head = Buffer.concat([randomBytes(nonceBytes), timeOf(clock.ms() + lifeMs)])
  return Buffer.concat([head, macOf(config.secretKey, about, head)]).toString('base64url')
}

/** Whether a challenge is of ours, for this purpose, and not over; each is good once, in whatever process. */
export async function spendChallenge({ config, clock, writable }: Services, about: string, challenge: string): Promise<boolean> {
  const given = Buffer.from(challenge, 'base64url')
  if (given.length !== nonceBytes + timeBytes + macBytes) return false
  const head = given.subarray(0, nonceBytes + timeBytes)
  if (!timingSafeEqual(given.subarray(nonceBytes + timeBytes), macOf(config.secretKey, about, head))) return false
  if (head.readUIntBE(nonceBytes, timeBytes) < clock.ms()) return false
  await sql`delete from spent_challenge where expires_at < now()`.execute(writable)
  const { rows } = await sql`insert into spent_challenge (hash, expires_at) values (${hashToken(challenge)}, now() + interval '1 hour')
    on conflict do nothing returning hash`.execute(writable)
  return rows.length > 0
}

function timeOf(ms: number): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(ms, 0, timeBytes)
  return time
}

function macOf(secretKey: string, about: string, head: Buffer): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'challenge of a passkey')).update(about).update(head).digest().subarray(0, macBytes)
}
