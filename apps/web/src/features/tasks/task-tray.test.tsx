import type { Task } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { TaskTray } from './task-tray.tsx'

const task = (given: Partial<Task>) => ({
  id: 't1',
  kind: 'export',
  title: 'Orders as CSV',
  status: 'running',
  done: 1200,
  total: 3400,
  reason: null,
  outcome: null,
  file: null,
  isRead: false,
  finishedAt: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  version: 3,
  allowed: [],
  ...given,
})
const running = task({ id: 't1' as Task['id'] })
const failed = task({ id: 't2' as Task['id'], title: 'Stores as CSV', status: 'failed', reason: 'The disk is full.', version: 7 })

let server: ApiServer
let rows: object[]
beforeEach(async () => {
  rows = [running, failed]
  server = await startApiServer({ 'GET /tasks': () => ({ rows, next: null, total: null }) })
})
afterEach(() => server.close())

async function openTray() {
  const view = renderAt('/', <TaskTray />)
  fireEvent.click(await screen.findByRole('button', { name: 'Tasks: 1 running, 1 ended' }))
  return view
}
/** From a call on, one of the tasks is as its answer says. */
function answerAs(call: string, now: typeof running) {
  server.answer({
    [call]: () => {
      rows = [running, failed].map((one) => (one.id === now.id ? now : one))
      return now
    },
  })
}
const line = async (name: string) => within(await screen.findByRole('region', { name }))

test('a running task tells how far it is, and is cancelled', async () => {
  answerAs('POST /tasks/t1/cancel', { ...running, status: 'cancelled', version: 4 })
  await openTray()
  const exported = await line('Orders as CSV')
  expect(exported.getByText('1,200 of 3,400 rows')).toBeTruthy()
  expect(exported.getByRole('progressbar')).toMatchObject({ value: 1200, max: 3400 })
  fireEvent.click(exported.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Tasks: 0 running, 2 ended', hidden: true })
  expect(server.callsOf('POST /tasks/t1/cancel').map(({ body }) => body)).toEqual([{ version: 3 }])
  expect(exported.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(exported.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
})

test('a failed task tells why, and is tried again or dismissed', async () => {
  answerAs('POST /tasks/t2/retry', { ...failed, status: 'queued', reason: null, version: 8 })
  await openTray()
  const broken = await line('Stores as CSV')
  expect(broken.getByText('The disk is full.')).toBeTruthy()
  expect(broken.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  fireEvent.click(broken.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('button', { name: 'Tasks: 2 running, 0 ended', hidden: true })
  expect(server.callsOf('POST /tasks/t2/retry').map(({ body }) => body)).toEqual([{ version: 7 }])
  expect(broken.getByText('Waits for its turn')).toBeTruthy()
})

test('what could not be done with a task is told with its name', async () => {
  server.answer({ 'POST /tasks/t1/cancel': [409, { error: apiError({ message: 'It has ended already.' }) }] })
  const { store } = await openTray()
  fireEvent.click((await line('Orders as CSV')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(store.getState().snackBar).toMatchObject({ variant: 'error', message: 'Orders as CSV: It has ended already.' }),
  )
})
