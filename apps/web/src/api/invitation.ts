import { type Input, type Invitation, sessionContract } from '@larder/contract'
import type { Dispatch } from '@reduxjs/toolkit'
import { enter } from './session.ts'
import { type CallError, errorOf, request } from './transport.ts'

/** Whom an invitation is for; the error value where it cannot be used. */
export async function readInvite(token: string): Promise<Invitation | CallError> {
  try {
    return await request(sessionContract.readInvite, { body: { token } })
  } catch (failure) {
    return errorOf(failure)
  }
}

/** Chooses the password of an account that one was invited to, and signs in; answers the error value when the API refuses, null on success. */
export function acceptInvite(dispatch: Dispatch, body: Input<typeof sessionContract.acceptInvite>['body']): Promise<CallError | null> {
  return enter(dispatch, request(sessionContract.acceptInvite, { body }))
}
