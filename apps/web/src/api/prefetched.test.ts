import { orderContract, sessionContract } from '@larder/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiServer, startApiServer } from '../testing/api-server.ts'

const page = '/order/view?status=All'
const rows = { rows: [], nextCursor: null }
let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer({ 'GET /me': { status: true }, 'GET /orders': rows })
})
afterEach(async () => {
  await server.close()
  history.replaceState(null, '', '/')
})

/** The page is opened: the script in its head runs, then the application's code. */
async function load(address: string) {
  vi.resetModules()
  history.replaceState(null, '', address)
  await import('./prefetch.ts')
  return {
    ...(await import('./prefetched.ts')),
    ...(await import('./token.ts')),
    ...(await import('./transport.ts')),
  }
}
const calls = () => server.seen.map(({ call, query }) => `${call} ${new URLSearchParams(query)}`.trim())

test('what a page read when it was open last is asked before its code has come, with the token, and is not asked again', async () => {
  const first = await load(page)
  expect(calls(), 'nobody is signed in').toEqual([])
  first.storeToken('token-1')
  await first.call(sessionContract.me, {})
  await first.call(orderContract.list, { query: { status: 'All' } as never })
  first.keepReads(page)
  expect(calls()).toEqual(['GET /me', 'GET /orders status=All'])

  server.seen.length = 0
  const second = await load(page)
  await vi.waitFor(() => expect(calls().toSorted()).toEqual(['GET /me', 'GET /orders status=All']))
  for (const { headers } of server.seen) expect(headers).toMatchObject({ authorization: 'Bearer token-1', 'x-api-key': 'token-1' })
  expect(await second.call(orderContract.list, { query: { status: 'All' } as never })).toEqual({ isSuccess: true, body: rows })
  expect(calls(), 'it was asked for already').toHaveLength(2)
  await second.call(orderContract.list, { query: { status: 'All' } as never })
  expect(calls(), 'and is good for once').toHaveLength(3)
})

test('what nobody has taken once the page stands is never shown, and another page asks for who is signed in alone', async () => {
  localStorage.setItem('accessToken', 'token-1')
  localStorage.setItem('larder.reads', JSON.stringify({ [page]: [`${server.address}/api/orders`] }))
  const { call, keepReads } = await load(page)
  await vi.waitFor(() => expect(calls()).toHaveLength(2))
  await call(sessionContract.me, {})
  keepReads(page)
  await call(orderContract.list, { query: {} })
  expect(calls().filter((each) => each === 'GET /orders')).toHaveLength(2)

  server.seen.length = 0
  await load('/dashboard')
  await vi.waitFor(() => expect(calls()).toEqual(['GET /me']))
})

test('what asks ahead only once the page stands is never taken', async () => {
  const { call, keepReads } = await load(page)
  keepReads(page)
  window.prefetched = new Map([[`${server.address}/api/orders`, Promise.resolve(Response.json({ rows: ['old'], nextCursor: null }))]])
  expect(await call(orderContract.list, { query: {} })).toEqual({ isSuccess: true, body: rows })
})

test('what stands on the device sends the token to the API alone', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const other = server
  server = await startApiServer({ 'GET /me': { status: true }, 'GET /orders': rows })
  const beside = `${server.address.replace('//', '//api@')}/api/orders`
  localStorage.setItem(
    'larder.reads',
    JSON.stringify({ [page]: [`${other.address}/api/orders`, beside, 7, `${server.address}/api/orders`] }),
  )
  await load(page)
  await vi.waitFor(() => expect(calls().toSorted()).toEqual(['GET /me', 'GET /orders']))
  expect(other.seen).toEqual([])
  await other.close()
  const written = ['/api/../orders', '/api/%2e%2e/orders'].map((path) => server.address + path)
  localStorage.setItem('larder.reads', JSON.stringify({ [page]: written }))
  server.seen.length = 0
  await load(page)
  await vi.waitFor(() => expect(calls(), 'and so does what is written as if it were of the API').toEqual(['GET /me']))
  localStorage.setItem('larder.reads', JSON.stringify({ [page]: 7 }))
  server.seen.length = 0
  await load(page)
  await vi.waitFor(() => expect(calls()).toEqual(['GET /me']))
})

test('whoever signs in or out leaves no page to the next, and what is no list of pages is none', async () => {
  const { storeToken, forgetToken, keepReads, readsOf } = await load('/dashboard')
  for (const leave of [() => storeToken('token-2'), () => forgetToken()]) {
    keepReads('/dashboard')
    expect(localStorage.getItem('larder.reads')).not.toBeNull()
    leave()
    expect(localStorage.getItem('larder.reads')).toBeNull()
  }
  for (const text of ['no list', 'null', '5', '[1]']) {
    localStorage.setItem('larder.reads', text)
    expect(readsOf('/dashboard'), text).toEqual([])
    keepReads('/dashboard')
    expect(localStorage.getItem('larder.reads'), text).toContain('/dashboard')
  }
  for (let number = 0; number < 60; number++) keepReads(`/dashboard?${number}`)
  expect(Object.keys(JSON.parse(localStorage.getItem('larder.reads') ?? '{}'))).toHaveLength(50)
})
