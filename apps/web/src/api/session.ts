import { type ApiError, type Input, isApiError, type SignedIn, sessionContract } from '@larder/contract'
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit'
import { sessionEndConfirmed, sessionEnded } from '#state/live.ts'
import { loggedIn, loggedOut, userStored } from '#state/logged.ts'
import { api } from './client.ts'
import { keepStored } from './stored.ts'
import { forgetToken, storedToken, storeToken } from './token.ts'
import { type CallError, CallFailure, call, errorOf, onSessionOver, request } from './transport.ts'

/**
 * What happens to the session when the page loads (specification, section 4): with a stored token the person is fetched and stored; when
 * that fails it is logged and local storage is cleared. Answers whether somebody is signed in.
 */
export async function restoreSession(dispatch: Dispatch): Promise<boolean> {
  onSessionOver(() => dispatch(sessionEnded()))
  const accessToken = storedToken()
  if (!accessToken) return false
  try {
    const answer = await patiently(() => call(sessionContract.me, {}))
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

/** Milliseconds after which who is signed in is asked again where no answer came: a line that breaks for a moment ends no session. */
const againMs = [500, 1500]

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const wait of againMs) {
    try {
      return await ask()
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 0)) throw failure
      await new Promise((next) => setTimeout(next, wait))
    }
  }
  return ask()
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
  keepStored(sessionStorage, personKey, person)
}

const leaving = new Set<() => void>()

/** Has something done that only the session may which is about to end. */
export function beforeSignOut(act: () => void): void {
  leaving.add(act)
}

/** Signs out here at once; the API is told on the way and need not answer. */
export function signOut(dispatch: Dispatch): void {
  for (const act of leaving) act()
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

/** Kept for the sign-in of a tab whose session another tab ended. */
export const leftElsewhereKey = 'larder.left'

/** Nobody is signed in here any more. */
export function leaveSession(dispatch: Dispatch<UnknownAction>): void {
  dispatch(loggedOut())
  dispatch(sessionEndConfirmed())
  dispatch(api.util.resetApiState())
}
