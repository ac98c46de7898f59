import { type Alert, type Alerts, addMinutes, currentInstant, newId } from '@larder/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageReceived } from '#state/live.ts'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { AlertBell } from './alert-bell.tsx'

const now = currentInstant()
const late: Alert = {
  id: newId(),
  tone: 'error',
  title: 'FTK-1 is late',
  text: 'Fish Cove: preparing',
  entity: null,
  entityId: null,
  at: addMinutes(now, -9),
  isRead: false,
}
const waiting: Alert = { ...late, tone: 'warning', id: newId(), title: 'FTK-2 is waiting', at: now }
const arriving = ({ isRead: _, ...alert }: Alert, sequence: number) => messageReceived({ ...alert, sequence })
const told = (parts: Partial<Alerts>, unread: number): [number, Alerts] => [
  200,
  { late: [], rows: [], next: null, unread: { value: unread, capped: false }, upTo: { sequence: 6, at: now }, ...parts },
]

let api: ApiServer
beforeAll(async () => {
  localStorage.clear()
  api = await startApiServer({ 'GET /alerts': told({ late: [late] }, 1) })
})
afterAll(() => api.close())

test('what arrives is unread beside what the server told; all of it is marked as read up to what is on screen', async () => {
  const { store } = renderAt('/', <AlertBell />)
  await screen.findByRole('button', { name: 'Alerts: 1 unread' })
  store.dispatch(arriving(waiting, 7))
  const bell = await screen.findByRole('button', { name: 'Alerts: 2 unread' })
  const upTo = { sequence: 7, at: now }
  api.answer({ 'GET /alerts': told({ late: [late], rows: [waiting], upTo }, 2), 'POST /alerts/read': [200, upTo] })
  fireEvent.click(bell)
  const list = await screen.findByRole('dialog', { name: 'Alerts' })
  await waitFor(() => expect(list.textContent).toMatch(/FTK-1 is late.*New.*FTK-2 is waiting.*New/s))
  api.answer({ 'GET /alerts': told({ late: [{ ...late, isRead: true }], rows: [{ ...waiting, isRead: true }] }, 0) })
  fireEvent.click(screen.getByRole('button', { name: 'Mark all read' }))
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Alerts'))
  expect(list.textContent).not.toContain('New')
  expect(api.callsOf('POST /alerts/read')[0]?.body).toEqual(upTo)
})

test('one alert is marked as read by itself; earlier ones are asked for', async () => {
  api.answer({
    'GET /alerts': told({ rows: [waiting], next: 41 }, 1),
    'GET /alerts/earlier': [200, { rows: [{ ...late, title: 'FTK-0 was waiting', isRead: true }], next: null }],
    [`POST /alerts/${waiting.id}/read`]: [200, { id: waiting.id }],
  })
  renderAt('/', <AlertBell />)
  fireEvent.click(await screen.findByRole('button', { name: 'Alerts: 1 unread' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
  await screen.findByText('FTK-0 was waiting')
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read: FTK-2 is waiting' }))
  await waitFor(() => expect(api.callsOf(`POST /alerts/${waiting.id}/read`)).toHaveLength(1))
})

test('more than the bell counts is said to be more', async () => {
  api.answer({ 'GET /alerts': told({ unread: { value: 99, capped: true } }, 99) })
  renderAt('/', <AlertBell />)
  await screen.findByRole('button', { name: 'Alerts: 99+ unread' })
})

test('what arrived stands in what the server tells once it was asked again, without a reload', async () => {
  api.answer({ 'GET /alerts': told({ late: [late] }, 1) })
  const { store } = renderAt('/', <AlertBell />)
  const bell = await screen.findByRole('button', { name: /^Alerts/ })
  await waitFor(() => expect(api.callsOf('GET /alerts').length).toBeGreaterThan(0))
  store.dispatch(arriving({ ...waiting, id: newId(), title: 'FTK-3 is waiting' }, 9))
  api.answer({ 'GET /alerts': told({}, 0) })
  fireEvent.click(bell)
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Alerts' }).textContent).toContain('No alerts'))
})

test('the list closes when an alert is followed', async () => {
  const { router } = renderAt('/', <AlertBell />)
  fireEvent.click(await screen.findByRole('button', { name: /^Alerts/ }))
  await screen.findByRole('dialog', { name: 'Alerts' })
  await act(() => router.navigate('/?record=o1'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull())
})
