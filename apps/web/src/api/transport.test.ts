import { cuisineContract, sessionContract } from '@larder/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../testing/api-server.ts'
import { storeToken } from './token.ts'
import { watchTouches } from './touched.ts'
import { CallFailure, errorOf, fetchFile, onSessionOver, request, requestTimeout } from './transport.ts'

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer({ 'GET /me': { status: true }, 'POST /logout': { status: true } })
})
afterEach(() => server.close())

test('success yields the body itself', async () => {
  expect(await request(sessionContract.me, {})).toEqual({ status: true })
})

test('a stored token goes out in both headers, as JSON; without one neither does', async () => {
  await request(sessionContract.me, {})
  localStorage.setItem('accessToken', 'abc')
  await request(sessionContract.me, {})
  const [without, withToken] = server.callsOf('GET /me').map(({ headers }) => headers)
  expect(without?.['x-api-key'] ?? without?.authorization).toBeUndefined()
  expect(withToken).toMatchObject({ 'x-api-key': 'abc', authorization: 'Bearer abc', 'content-type': 'application/json' })
})

test('what is asked more than a minute after the last touch says that nobody is there; a touch ends that', async () => {
  watchTouches()
  vi.useFakeTimers({ toFake: ['performance'] })
  const ask = async () => {
    await request(sessionContract.me, {})
    return server.callsOf('GET /me').at(-1)?.headers['x-unattended']
  }
  for (const touch of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    document.body.dispatchEvent(new Event(touch))
    expect(await ask()).toBeUndefined()
    vi.advanceTimersByTime(60_000)
    expect(await ask()).toBeUndefined()
    vi.advanceTimersByTime(10_000)
    expect(await ask()).toBe('true')
  }
  vi.useRealTimers()
})

test('path, query and body are where the contract says; empty query values are left out', async () => {
  server.answer({ 'PATCH /cuisines/a%2Fb': { id: 'a/b' }, 'GET /cuisines': { rows: [], next: null, total: null } })
  await request(cuisineContract.update, { params: { id: 'a/b' }, body: { version: 2, name: 'Thai' } })
  await request(cuisineContract.list, { query: { q: '', sort: '-name', limit: 10 } })
  const [update, list] = server.seen
  expect(update).toMatchObject({ call: 'PATCH /cuisines/a%2Fb', body: { version: 2, name: 'Thai' } })
  expect(list?.query).toEqual({ sort: '-name', limit: '10' })
})

test("an error body's error is returned, not raised, whatever it is", async () => {
  const error = apiError({ kind: 'credentials', message: 'Wrong e-mail or password.' })
  server.answer({ 'GET /me': [401, { error }], 'POST /logout': [500, { error: 'boom' }] })
  expect(await request(sessionContract.me, {})).toEqual(error)
  expect(await request(sessionContract.logout, {})).toBe('boom')
})

test('a 403 of a session that one has left is no news: that it is over was confirmed, or another one has begun', async () => {
  const announced = vi.fn()
  onSessionOver(announced)
  const error = apiError({ kind: 'session-over', message: 'Your session is over.' })
  for (const next of [null, 'token-2']) {
    storeToken('token-1')
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const late = async (): Promise<[number, object]> => {
      asked.resolve()
      await left.promise
      return [403, { error }]
    }
    server.answer({ 'GET /me': late })
    const answer = request(sessionContract.me, {})
    await asked.promise
    localStorage.clear()
    if (next) storeToken(next)
    left.resolve()
    expect(await answer).toEqual(error)
    expect(announced).not.toHaveBeenCalled()
    onSessionOver(announced)
  }
})

test('403 announces that the session is over and still returns its error', async () => {
  const announced = vi.fn()
  onSessionOver(announced)
  const error = apiError({ kind: 'session-over' })
  server.answer({ 'GET /me': [403, { error }], 'POST /logout': [403, 'Forbidden'] })
  expect(await request(sessionContract.me, {})).toEqual(error)
  expect(announced).toHaveBeenCalledTimes(1)
  await expect(request(sessionContract.logout, {})).rejects.toThrow(CallFailure)
  expect(announced).toHaveBeenCalledTimes(2)
})

test('nothing is asked again with a token whose session is over; with another one it is', async () => {
  const announced = vi.fn()
  onSessionOver(announced)
  const error = apiError({ kind: 'session-over' })
  storeToken('ended')
  server.answer({ 'GET /me': [403, { error }] })
  for (const _ of [1, 2, 3]) expect(await request(sessionContract.me, {})).toEqual(error)
  expect(await fetchFile(sessionContract.me, {})).toEqual({ isSuccess: false, error })
  expect([server.seen.length, announced.mock.calls.length]).toEqual([1, 1])
  storeToken('fresh')
  server.answer({ 'GET /me': { status: true } })
  expect(await request(sessionContract.me, {})).toEqual({ status: true })
})

test('any other failure is rejected; a missing response is logged as well', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  server.answer({ 'GET /me': [502, '<html>Bad gateway</html>'] })
  await expect(request(sessionContract.me, {})).rejects.toMatchObject({ status: 502 })
  expect(logged).not.toHaveBeenCalled()
  server.answer({ 'GET /me': 'hang up' })
  await expect(request(sessionContract.me, {})).rejects.toMatchObject({ status: 0 })
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
})

test('a request may take a million milliseconds', () => {
  expect(requestTimeout).toBe(1_000_000)
})

test('a failure becomes an error value that says what is safe', () => {
  expect(errorOf(new CallFailure(0, 'no response'))).toMatchObject({ kind: 'unavailable', reason: 'no-answer' })
  expect(errorOf(new CallFailure(502, 'bad'))).toMatchObject({ kind: 'unavailable', reason: 'unreadable-answer' })
  const known = apiError({ kind: 'limited' })
  expect(errorOf(known)).toBe(known)
})
