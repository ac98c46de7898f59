import { Secret, TOTP } from 'otpauth'
import type { Caller, TestApp } from './test-app.ts'

/** What an authenticator app with this key shows at an instant in ms, or so many steps of half a minute from it. */
export function codeOf(key: string, at: number, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at + steps * 30_000 })
}

/** Begins two-step sign-in for somebody; gives the key, which nothing asks for yet. */
export async function beginTwoStep(app: Pick<TestApp, 'call'>, as: Caller): Promise<string> {
  return (await app.call('POST /me/second-factor/begin', { as })).body.key
}

/** Turns on two-step sign-in for somebody; gives the key and the recovery codes. */
export async function protect(app: Pick<TestApp, 'call' | 'services'>, as: Caller): Promise<{ key: string; recoveryCodes: string[] }> {
  const key = await beginTwoStep(app, as)
  const { status, body } = await app.call('POST /me/second-factor/confirm', { as, body: { code: codeOf(key, app.services.clock.ms()) } })
  if (status !== 200) throw new Error(`two-step sign-in was not turned on: ${JSON.stringify(body)}`)
  return { key, recoveryCodes: body.recoveryCodes }
}
