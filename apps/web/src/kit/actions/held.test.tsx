import { addSeconds, currentInstant, orderContract, type Store, storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRead } from '#api/client.ts'
import { sendAllHeld, sendHeldOf } from '#api/held.ts'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { action } from './action.ts'
import { ActionBar } from './action-bar.tsx'

interface Paused {
  id: string
  version: number
  name: string
  openMode: string
  rejectsAt: string | null
  allowed: Store['allowed']
}
const store = (given: Partial<Paused> = {}): Paused => ({
  id: 's1',
  version: 3,
  name: 'Dosa Pura',
  openMode: 'open',
  rejectsAt: null,
  allowed: [{ action: 'setOpenMode', because: null }],
  ...given,
})
const pause = action(storeContract.setOpenMode, {
  label: 'Pause',
  tone: 'primary',
  body: () => ({ mode: 'paused', until: null }),
  done: (row: Paused) => `${row.name} is paused`,
  failed: (row) => `${row.name} was not paused`,
  ahead: () => ({ openMode: 'paused' }),
  deadline: ({ rejectsAt }) => rejectsAt,
})

/** A store as it is read, with what can be done about it. */
function Screen() {
  const { data } = useRead(storeContract.get, { params: { id: 's1' as never } })
  const row = data as Paused | undefined
  return (
    row && (
      <>
        <p>It is {row.openMode}</p>
        <ActionBar actions={[pause]} row={row} />
      </>
    )
  )
}

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /stores/s1': store() })
})
afterEach(async () => {
  vi.useRealTimers()
  sendAllHeld()
  await server.close()
})

const sent = () => server.callsOf('POST /stores/s1/open-mode')
const pressPause = async () => fireEvent.click(await screen.findByRole('button', { name: 'Pause' }))

test('it is shown at once, leaves after five seconds, and is shown from the server then', async () => {
  const { store: state } = renderAt('/', <Screen />)
  await screen.findByText('It is open')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(screen.getByText('It is paused')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(state.getState().snackBar).toMatchObject({ show: true, variant: 'success', message: 'Dosa Pura is paused' })
  server.answer({ 'POST /stores/s1/open-mode': store({ version: 4 }), 'GET /stores/s1': store({ version: 4, openMode: 'paused' }) })
  vi.advanceTimersByTime(4999)
  vi.useRealTimers()
  expect(sent()).toHaveLength(0)
  sendAllHeld()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({ version: 3, mode: 'paused', until: null })
  await waitFor(() => expect(state.getState().held).toEqual([]))
  expect(screen.getByText('It is paused')).toBeTruthy()
  expect(state.getState().toasts.list).toEqual([])
})

test('five seconds are enough: nobody has to do anything', async () => {
  renderAt('/', <Screen />)
  await screen.findByText('It is open')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('undone by its key, it never leaves and everything is as it was', async () => {
  const { store: state } = renderAt('/', <Screen />)
  await pressPause()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByText('It is open')).toBeTruthy()
  expect(state.getState().toasts.list).toEqual([])
  sendAllHeld()
  await screen.findByRole('button', { name: 'Pause' })
  expect(sent()).toHaveLength(0)
})

test('a refusal brings back what was there, with an error that names the record and stays', async () => {
  const error = apiError({ message: 'The store is suspended.' })
  server.answer({ 'POST /stores/s1/open-mode': [409, { error }] })
  const { store: state } = renderAt('/', <Screen />)
  await pressPause()
  sendAllHeld()
  await screen.findByText('It is open')
  expect(state.getState().toasts.list).toMatchObject([
    { variant: 'error', message: 'Dosa Pura was not paused: The store is suspended.', duration: Number.POSITIVE_INFINITY, act: null },
  ])
})

test('what somebody else did meanwhile is shown, and the act is decided on at once', async () => {
  const newer = store({ version: 4, openMode: 'closed' })
  const error = apiError({
    kind: 'stale',
    message: 'Arun Das closed it.',
    current: { ...newer, allowed: [{ action: 'setOpenMode', because: 'Closed.' }] },
  })
  const { store: state } = renderAt('/', <Screen />)
  await pressPause()
  server.answer({ 'POST /stores/s1/open-mode': [409, { error }], 'GET /stores/s1': newer })
  sendHeldOf({ entity: 'store', id: 's1', version: 3 })
  expect(sent()).toHaveLength(0)
  sendHeldOf({ entity: 'store', id: 's1', version: 4 })
  await screen.findByText('It is closed')
  expect(state.getState().toasts.list).toMatchObject([{ message: 'Dosa Pura was not paused: Arun Das closed it.', act: null }])
})

test.each(['pagehide', 'visibilitychange'])('on %s it leaves at once, and outlives the page', async (event) => {
  renderAt('/', <Screen />)
  await pressPause()
  const options = vi.spyOn(globalThis, 'fetch')
  if (event === 'visibilitychange') vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  ;(event === 'pagehide' ? window : document).dispatchEvent(new Event(event))
  expect(options.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
  vi.restoreAllMocks()
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('close to what the server does by itself nothing waits', async () => {
  server.answer({
    'GET /stores/s1': store({ rejectsAt: addSeconds(currentInstant(), 14) }),
    'POST /stores/s1/open-mode': store({ version: 4 }),
  })
  renderAt('/', <Screen />)
  await pressPause()
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('a lost connection is told, and the second try is the same act', async () => {
  server.answer({ 'POST /stores/s1/open-mode': 'hang up' })
  const { store: state } = renderAt('/', <Screen />)
  await pressPause()
  sendAllHeld()
  await waitFor(() => expect(state.getState().toasts.list).toMatchObject([{ variant: 'error', act: { label: 'Retry' } }]))
  expect(screen.getByText('It is open')).toBeTruthy()
  server.answer({ 'POST /stores/s1/open-mode': store({ version: 4 }) })
  const toast = state.getState().toasts.list[0]?.act
  if (toast && 'run' in toast) toast.run()
  sendAllHeld()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.headers['idempotency-key']).toBe(sent()[0]?.headers['idempotency-key'])
})

test('a record that is deleted leaves its lists at once', async () => {
  const { ahead } = await import('#api/ahead.ts')
  const rows = [store(), store({ id: 's2' })]
  const gone = { key: 'k', name: orderContract.accept.name, entity: 'store', id: 's1', version: 3, change: null, isSent: false }
  expect(ahead({ rows, next: null }, [gone])).toEqual({ rows: [rows[1]], next: null })
  expect(ahead({ rows, next: null }, [{ ...gone, version: 2 }])).toEqual({ rows, next: null })
})
