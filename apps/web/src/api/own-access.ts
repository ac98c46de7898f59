import { sessionContract } from '@larder/contract'
import type { Dispatch } from '@reduxjs/toolkit'
import { accessChanged, userStored } from '#state/logged.ts'
import { api, type WriteDispatch } from './client.ts'
import { storedToken } from './token.ts'
import { type CallError, call, errorOf } from './transport.ts'

/** Chooses another password; what was closed to a temporary one is open then. Answers the error value when the API refuses, null on success. */
export async function changePassword(dispatch: Dispatch, body: { current: string; next: string }): Promise<CallError | null> {
  try {
    const answer = await call(sessionContract.changePassword, { body })
    if (!answer.isSuccess) return answer.error
    const me = await call(sessionContract.me, {})
    if (!me.isSuccess) return me.error
    dispatch(userStored({ user: me.body, accessToken: storedToken() ?? '' }))
    return null
  } catch (failure) {
    return errorOf(failure)
  }
}

/** Asks again who is signed in and what they may do, and then for everything on screen. What cannot be asked is as it was. */
export async function refreshAccess(dispatch: WriteDispatch): Promise<void> {
  if (await refreshMe(dispatch)) dispatch(api.util.invalidateTags(['entity']))
}

/** Asks again who is signed in, whose own things have changed; answers whether that could be asked. */
export async function refreshMe(dispatch: Dispatch): Promise<boolean> {
  const me = await call(sessionContract.me, {}).catch(() => null)
  if (me?.isSuccess) dispatch(accessChanged(me.body))
  return me?.isSuccess ?? false
}
