import { approvalContract, branchContract, categoryTypeContract, cuisineContract, dashboardContract, orderContract } from '@larder/contract'
import { act, waitFor } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../testing/api-server.ts'
import { renderHooks } from '../testing/render.tsx'
import { api, type ReadState, startRead, useRead, useWrite, type WriteResult } from './client.ts'
import { tagsOfChange } from './tags.ts'

const page = (...rows: object[]) => ({ rows, next: null, total: null })
let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /cuisines': page({ id: 'c1', name: 'Thai', version: 1 }),
    'GET /cuisines/c1': { id: 'c1', name: 'Thai', version: 1 },
    'GET /cuisines/c2': { id: 'c2', name: 'Malabar', version: 1 },
  })
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

test('a read brings data, and an error value becomes the error', async () => {
  server.answer({ 'GET /cuisines/c2': [404, { error: apiError({ kind: 'not-found', message: 'Gone.' }) }] })
  const { last } = renderHooks(() => ({
    list: useRead(cuisineContract.list, { query: {} }),
    missing: useRead(cuisineContract.get, { params: { id: 'c2' } }),
    skipped: useRead(cuisineContract.get, null),
  }))
  await waitFor(() => expect(last().list.data?.rows[0]?.name).toBe('Thai'))
  await waitFor(() => expect(last().missing.error).toMatchObject({ kind: 'not-found', message: 'Gone.' }))
  expect(last().skipped).toMatchObject({ data: undefined, isLoading: false })
  expect(server.seen).toHaveLength(2)
})

test('a lost connection is an error of kind unavailable, and what was there stays', async () => {
  const { last } = renderHooks(() => useRead(cuisineContract.list, { query: {} }))
  await waitFor(() => expect(last().data).toBeDefined())
  server.answer({ 'GET /cuisines': 'hang up' })
  act(() => last().refetch())
  await waitFor(() => expect(last().error).toMatchObject({ kind: 'unavailable', reason: 'no-answer' }))
  expect(last().data?.rows).toHaveLength(1)
})

test('what is read again before the read has begun is read', async () => {
  const { last } = renderHooks(() => {
    const read = useRead(cuisineContract.list, { query: {} })
    const { refetch } = useRef(read).current
    useLayoutEffect(refetch, [refetch])
    return read
  })
  await waitFor(() => expect(last().data?.rows).toHaveLength(1))
})

test('what turns with the clock alone is asked for again after as long as its contract says, and nothing else is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  server.answer({ 'GET /branches': page(), 'GET /cuisines': page() })
  const { last } = renderHooks(() => [useRead(branchContract.list, { query: {} }), useRead(cuisineContract.list, { query: {} })])
  await waitFor(() => expect(last().every(({ data }) => data !== undefined)).toBe(true))
  await vi.advanceTimersByTimeAsync(branchContract.list.shape.turnsWithin * 1000)
  await waitFor(() => expect(server.callsOf('GET /branches')).toHaveLength(2))
  expect(server.callsOf('GET /cuisines')).toHaveLength(1)
})

test('a change reads again the lists of its entity and that record, and no other record', async () => {
  const { store, last } = renderHooks(() => [
    useRead(cuisineContract.list, { query: {} }),
    useRead(cuisineContract.get, { params: { id: 'c1' } }),
    useRead(cuisineContract.get, { params: { id: 'c2' } }),
  ])
  await waitFor(() => expect(last().every(({ data }) => data !== undefined)).toBe(true))
  act(() => void store.dispatch(api.util.invalidateTags(tagsOfChange('cuisine', 'c1'))))
  await waitFor(() => expect(server.seen).toHaveLength(5))
  expect(server.callsOf('GET /cuisines/c2')).toHaveLength(1)
})

test('a read that shows another entity is refreshed by it, also when it was begun before its screen was there', async () => {
  server.answer({ 'GET /dashboard/at-risk': [200, []] })
  let isScreenThere = false
  const { store, rerender } = renderHooks(() => useRead(dashboardContract.atRisk, isScreenThere ? { query: {} } : null))
  startRead(store.dispatch, dashboardContract.atRisk, { query: {} })
  await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe('fulfilled'))
  isScreenThere = true
  rerender()
  act(() => void store.dispatch(api.util.invalidateTags(tagsOfChange('order', 'o1'))))
  await waitFor(() => expect(server.seen).toHaveLength(2))
})

test('a write refreshes what shows its record', async () => {
  server.answer({ 'PATCH /cuisines/c1': { id: 'c1', name: 'Thai food', version: 2 } })
  const { last } = renderHooks((): [ReadState<unknown>, ReturnType<typeof useWrite<typeof cuisineContract.update>>] => [
    useRead(cuisineContract.list, { query: {} }),
    useWrite(cuisineContract.update),
  ])
  await waitFor(() => expect(server.seen).toHaveLength(1))
  const [, [write]] = last()
  await act(() => write({ params: { id: 'c1' }, body: { version: 1, name: 'Thai food' } }))
  await waitFor(() => expect(server.callsOf('GET /cuisines')).toHaveLength(2))
})

test('a request that is approved refreshes what shows the record that it was about', async () => {
  server.answer({ 'POST /approvals/a1/approve': { id: 'a1', entity: 'cuisine', entityId: 'c1' } })
  const { last } = renderHooks(
    (): [ReadState<unknown>, ReadState<unknown>, ReturnType<typeof useWrite<typeof approvalContract.approve>>] => [
      useRead(cuisineContract.list, { query: {} }),
      useRead(cuisineContract.get, { params: { id: 'c1' } }),
      useWrite(approvalContract.approve),
    ],
  )
  await waitFor(() => expect(server.seen).toHaveLength(2))
  const [, , [approve]] = last()
  await act(() => approve({ params: { id: 'a1' }, body: { version: 1 } }))
  await waitFor(() => expect(server.callsOf('GET /cuisines')).toHaveLength(2))
  await waitFor(() => expect(server.callsOf('GET /cuisines/c1')).toHaveLength(2))
})

test('the idempotency key stays until the server has answered, then a new act has a new one', async () => {
  const created = { id: 'c9', name: 'New', version: 1 }
  server.answer({ 'POST /cuisines': 'hang up' })
  const { last } = renderHooks(() => useWrite(cuisineContract.create))
  const send = async (name: string) => {
    const [write] = last()
    let result: WriteResult<unknown> | undefined
    await act(async () => {
      result = await write({ body: { name, sort: 0, active: true } })
    })
    return result
  }
  expect(await send('New')).toMatchObject({ error: { kind: 'unavailable' } })
  server.answer({ 'POST /cuisines': [500, { error: apiError({ kind: 'internal' }) }] })
  await send('New')
  server.answer({ 'POST /cuisines': created })
  expect(await send('New')).toEqual({ data: created })
  await send('Another')
  const keys = server.callsOf('POST /cuisines').map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\w-]{20,}$/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
})

test('a text that was changed after a lost answer, the first of which did arrive, is refused in words for people', async () => {
  server.answer({ 'POST /cuisines': 'hang up' })
  const { last } = renderHooks(() => useWrite(cuisineContract.create))
  const send = (name: string) => act(() => last()[0]({ body: { name, sort: 0, active: true } }))
  await send('New')
  const fields = { 'header.idempotency-key': 'was already used for another request' }
  server.answer({ 'POST /cuisines': [422, { error: apiError({ kind: 'invalid', reason: 'idempotency-key-reused', fields }) }] })
  expect((await send('Newer')).error).toMatchObject({ message: expect.stringContaining('did arrive'), fields: {} })
})

test('two clicks in one breath are one act; two records are two', async () => {
  server.answer({ 'PATCH /cuisines/c1': { id: 'c1', version: 2 }, 'PATCH /cuisines/c2': { id: 'c2', version: 2 } })
  const { last } = renderHooks(() => useWrite(cuisineContract.update))
  const [write] = last()
  const body = { version: 1, active: false }
  await act(() =>
    Promise.all([write({ params: { id: 'c1' }, body }), write({ params: { id: 'c1' }, body }), write({ params: { id: 'c2' }, body })]),
  )
  const keysOf = (call: string) => new Set(server.callsOf(call).map(({ headers }) => headers['idempotency-key']))
  expect(keysOf('PATCH /cuisines/c1').size).toBe(1)
  expect(keysOf('PATCH /cuisines/c2')).not.toEqual(keysOf('PATCH /cuisines/c1'))
})

test('reads fill the slices that hold their data', async () => {
  server.answer({
    'GET /orders': page({ id: 'o1' }),
    'GET /orders/o1': { id: 'o1', version: 1 },
    'GET /category-types': page({ id: 't1' }),
    'GET /orders/unhandled': { count: 3, oldestAt: null },
  })
  const { store } = renderHooks(() => [
    useRead(orderContract.list, { query: {} }),
    useRead(orderContract.get, { params: { id: 'o1' } }),
    useRead(orderContract.unhandled, {}),
    useRead(categoryTypeContract.list, { query: {} }),
  ])
  await waitFor(() => expect(store.getState().dashboard.OrderList).toEqual([{ id: 'o1' }]))
  await waitFor(() => expect(store.getState().order.tails).toEqual({ id: 'o1', version: 1 }))
  await waitFor(() => expect(store.getState().menu.categories).toEqual([{ id: 't1' }]))
  await waitFor(() => expect(store.getState().live.unhandled).toBe(3))
})

test('what was added is read although the answer of another request does not come', async () => {
  server.answer({
    'GET /category-types': 'silence',
    'POST /cuisines': { id: 'c3', name: 'Andhra', version: 1 },
  })
  const { last } = renderHooks(() => ({
    list: useRead(cuisineContract.list, { query: {} }),
    hangs: useRead(categoryTypeContract.list, { query: {} }),
    write: useWrite(cuisineContract.create)[0],
  }))
  await waitFor(() => expect(last().list.data?.rows).toHaveLength(1))
  server.answer({ 'GET /cuisines': page({ id: 'c1', name: 'Thai', version: 1 }, { id: 'c3', name: 'Andhra', version: 1 }) })
  await act(() => last().write({ body: { name: 'Andhra' } } as never))
  await waitFor(() => expect(last().list.data?.rows).toHaveLength(2))
  expect(server.callsOf('GET /cuisines')).toHaveLength(2)
})
