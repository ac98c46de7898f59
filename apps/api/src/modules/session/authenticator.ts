import { Secret, TOTP } from 'otpauth'

/** A code holds for so many seconds; the one before and the one after are taken too, for clocks that differ. */
const stepSeconds = 30
const stepsBeside = 1

/** A key of 160 bits for an authenticator app, in base32. */
export function newKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app scans. */
export function keyAddress(key: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(key) }).toString()
}

/** The number of the step whose code this is, among those that are taken at an instant (ms); null where it is none of theirs. */
export function stepOf(key: string, code: string, at: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(key), period: stepSeconds })
  const off = totp.validate({ token: code, timestamp: at, window: stepsBeside })
  return off === null ? null : totp.counter({ timestamp: at }) + off
}

/** A code of 80 random bits that a person can type: `k7qz-…`. */
export function newRecoveryCode(): string {
  const letters = new Secret({ size: 10 }).base32.toLowerCase()
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** What was typed, as it was shown or not: neither case nor what parts the groups makes another code of it. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
