import { isApiError, type Output, type Passkey, type PasskeySignature, passkeyContract } from '@larder/contract'
import type { Dispatch } from '@reduxjs/toolkit'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { enter } from './session.ts'
import { type CallError, errorOf, request } from './transport.ts'

export const canUsePasskeys = browserSupportsWebAuthn

type Asked = Output<typeof passkeyContract.ask>

/** What a device signs with one of its passkeys, or why it does not. */
export async function signWithPasskey(): Promise<
  { signature: PasskeySignature; error?: undefined } | { signature?: undefined; error: CallError }
> {
  try {
    const asked = await request(passkeyContract.ask, {})
    if (isApiError(asked)) return { error: asked }
    const { id, response } = await startAuthentication({ optionsJSON: asked as Asked as never })
    const { clientDataJSON, authenticatorData, signature } = response
    return { signature: { id, clientDataJSON, authenticatorData, signature } }
  } catch (failure) {
    return { error: whyNot(failure) }
  }
}

/** Signs in by a passkey; answers the error value when that fails, null on success. */
export async function signInByPasskey(dispatch: Dispatch): Promise<CallError | null> {
  const { signature, error } = await signWithPasskey()
  return error ?? enter(dispatch, request(passkeyContract.login, { body: signature }))
}

/** Has a device make a passkey, and keeps its public half under a name. */
export async function makePasskey(name: string): Promise<Passkey | CallError> {
  try {
    const asked = await request(passkeyContract.begin, {})
    if (isApiError(asked)) return asked
    const { id, response } = await startRegistration({ optionsJSON: asked as never })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return await request(passkeyContract.create, { body: { name, credential: { id, clientDataJSON, attestationObject, transports } } })
  } catch (failure) {
    return whyNot(failure)
  }
}

/** The browser's refusals are in its own words, which help nobody. */
function whyNot(failure: unknown): CallError {
  if (!(failure instanceof Error) || failure.name === 'CallFailure') return errorOf(failure)
  const message = known[failure.name] ?? 'The device did not go on. Try again, or use your password.'
  return { ...errorOf(failure), reason: 'no-answer', message }
}

const known: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys belong to the address at which this installation is meant to be opened. Open it there and try again.',
  NotAllowedError: 'Nothing was confirmed on the device in time. Try again, or use your password.',
}
