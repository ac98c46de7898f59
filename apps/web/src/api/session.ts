import { type ApiError, type Input, isApiError, type SignedIn, sessionContract } from '@larder/contract'
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit'
import { sessionEndConfirmed, sessionEnded } from '#state/live.ts'
import { accessChanged, loggedIn, loggedOut, userStored } from '#state/logged.ts'
import { api, type WriteDispatch } from './client.ts'
import { sendAllHeld } from './held.ts'
import { forgetToken, storedToken, storeToken } from './token.ts'
import { type CallError, call, errorOf, onSessionOver, request } from './transport.ts'

/**
 * What happens to the session when the page loads (specification, section 4): with a stored token the person is fetched and stored; when
 * that fails it is logged and local storage is cleared. Answers whether somebody is signed in.
 */
export async function restoreSession(dispatch: Dispatch): Promise<boolean> {
  onSessionOver(() => dispatch(sessionEnded()))
  const accessToken = storedToken()
  if (!accessToken) return false
  try {
    const answer = await call(sessionContract.me, {})
    if (!answer.isSuccess) throw answer.error
    if (!answer.body.status) throw new Error('GET /me was answered without a status')
    forgetOthers(answer.body.person.id)
    dispatch(userStored({ user: answer.body, accessToken }))
    return true
  } catch (failure) {
    // A page that is being left gives up its requests, which says nothing of the session: its next task never comes.
    await new Promise((next) => setTimeout(next))
    console.error('The signed-in person could not be fetched', failure)
    localStorage.clear()
    return false
  }
}

/** Signs in; answers the error value when the API refuses, null on success. */
export function signIn(dispatch: Dispatch, credentials: Input<typeof sessionContract.login>['body']): Promise<CallError | null> {
  return enter(dispatch, request(sessionContract.login, { body: credentials }))
}

/** Waits for a session that was asked for, and is signed in with it; answers the error value when there is none, null on success. */
export async function enter(dispatch: Dispatch, asked: Promise<SignedIn | ApiError>): Promise<CallError | null> {
  try {
    const answer = await asked
    if (isApiError(answer)) return answer
    // Whoever was signed in here before is not any more.
    if (storedToken()) signOut(dispatch)
    storeToken(answer.accessToken)
    forgetOthers(answer.person.id)
    dispatch(loggedIn(answer))
    return null
  } catch (failure) {
    return errorOf(failure)
  }
}

const personKey = 'larder.person'

/** What somebody typed and searched in this tab is there again after their session's end, and gone where somebody else comes next. */
function forgetOthers(person: string): void {
  const before = sessionStorage.getItem(personKey)
  if (before !== null && before !== person) sessionStorage.clear()
  sessionStorage.setItem(personKey, person)
}

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

/** Signs out here at once; the API is told on the way and need not answer. */
export function signOut(dispatch: Dispatch): void {
  sendAllHeld()
  request(sessionContract.logout, {}).catch((failure: unknown) => console.error('Sign-out was not acknowledged', failure))
  forgetToken()
  // Nothing that was typed is left behind for who comes next.
  sessionStorage.clear()
  leaveSession(dispatch)
}

/** The OK of the Session Expired dialog: local storage is cleared and the person is logged out. */
export function confirmSessionOver(dispatch: Dispatch): void {
  leaveSession(dispatch)
  // Last: what leaving changes is kept on the device, and cleared with the rest.
  localStorage.clear()
}

/** Nobody is signed in here any more. */
export function leaveSession(dispatch: Dispatch<UnknownAction>): void {
  dispatch(loggedOut())
  dispatch(sessionEndConfirmed())
  dispatch(api.util.resetApiState())
}
