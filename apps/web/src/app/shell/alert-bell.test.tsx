import { addMinutes, currentInstant, newId } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageReceived } from '#state/live.ts'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { AlertBell } from './alert-bell.tsx'

const now = currentInstant()
const late = {
  id: newId(),
  tone: 'error',
  title: 'FTK-1 is late',
  text: 'Fish Cove: preparing',
  entity: null,
  entityId: null,
  at: addMinutes(now, -9),
}
let api: ApiServer
beforeAll(async () => {
  localStorage.clear()
  api = await startApiServer({ 'GET /alerts': [200, [late]] })
})
afterAll(() => api.close())

test('alerts that still matter are there after a reload, arrive beside each other, and stay read once they were seen', async () => {
  const { store, unmount } = renderAt('/', <AlertBell />)
  await screen.findByRole('button', { name: 'Alerts: 1 new' })
  const arrived = { ...late, tone: 'warning' as const, id: newId(), title: 'FTK-2 is waiting', at: now, sequence: 7 }
  store.dispatch(messageReceived(arrived))
  const bell = await screen.findByRole('button', { name: 'Alerts: 2 new' })
  fireEvent.click(bell)
  const list = await screen.findByRole('dialog', { name: 'Alerts' })
  await waitFor(() => expect(list.textContent).toMatch(/FTK-2 is waiting.*New.*FTK-1 is late.*New/s))
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Alerts'))
  unmount()
  renderAt('/', <AlertBell />)
  fireEvent.click(await screen.findByRole('button', { name: 'Alerts' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Alerts' }).textContent).toContain('FTK-1 is late'))
})
