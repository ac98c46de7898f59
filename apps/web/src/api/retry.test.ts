import { cuisineContract } from '@larder/contract'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../testing/api-server.ts'
import { renderHooks } from '../testing/render.tsx'
import { useRead } from './client.ts'
import { keepRetrying } from './retry.ts'

const away = [503, { error: apiError({ kind: 'unavailable', message: 'The database is away.' }) }] as [number, unknown]
const thai = { id: 'c1', name: 'Thai', version: 1 }

let server: ApiServer
let stop = () => {}
beforeEach(async () => {
  server = await startApiServer({ 'GET /cuisines/c1': away, 'GET /cuisines/c2': 'hang up', 'GET /cuisines': away })
})
afterEach(() => {
  stop()
  return server.close()
})

test('what could not be read while the server was away is read once it is back; what it refused is not asked again', async () => {
  server.answer({ 'GET /cuisines': [404, { error: apiError({ kind: 'not-found', message: 'Gone.' }) }] })
  const { store, last } = renderHooks(() => [
    useRead(cuisineContract.get, { params: { id: 'c1' } }),
    useRead(cuisineContract.get, { params: { id: 'c2' } }),
    useRead(cuisineContract.list, { query: {} }),
  ])
  await waitFor(() => expect(last().every(({ error }) => error !== undefined)).toBe(true))
  server.answer({ 'GET /cuisines/c1': thai, 'GET /cuisines/c2': { ...thai, id: 'c2' } })
  act(() => {
    stop = keepRetrying(store.dispatch, 60_000)
  })
  await waitFor(() => expect(last().map(({ data }) => data && 'id' in data && data.id)).toEqual(['c1', 'c2', undefined]))
  expect(last()[0]?.error).toBeUndefined()
  expect(server.callsOf('GET /cuisines')).toHaveLength(1)
})

test('while the connection is there and the server still cannot answer, it is asked again by itself', async () => {
  const { store, last } = renderHooks(() => useRead(cuisineContract.get, { params: { id: 'c1' } }))
  await waitFor(() => expect(last().error).toBeDefined())
  act(() => {
    stop = keepRetrying(store.dispatch, 20)
  })
  await waitFor(() => expect(server.callsOf('GET /cuisines/c1').length).toBeGreaterThan(2))
  server.answer({ 'GET /cuisines/c1': thai })
  await waitFor(() => expect(last().data?.name).toBe('Thai'))
})
