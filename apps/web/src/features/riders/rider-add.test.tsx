import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import RiderAddScreen from './rider-add.screen.tsx'

const draft = {
  id: '01890000-0000-7000-8000-0000000000d1',
  resource: 'rider',
  name: 'Vishnu Raj',
  step: 3,
  updatedAt: '2026-11-26T10:00:00.000Z',
  version: 2,
}
const nothing = { rows: [], next: null, total: null }
let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /riders': nothing, 'GET /saved-views': nothing, 'GET /drafts': nothing })
})
afterEach(() => server.close())

const renderAdd = () => renderAt('/deliveryBoy/add', <RiderAddScreen />)

test('a new rider begins by itself where none was begun', async () => {
  renderAdd()
  expect(await screen.findByRole('dialog', { name: 'Add rider' })).toBeTruthy()
})

test('a rider who was begun is offered to go on with, and no empty one opens over them', async () => {
  server.answer({ 'GET /drafts': { ...nothing, rows: [draft] } })
  renderAdd()
  const kept = await screen.findByRole('region', { name: 'Draft Vishnu Raj' })
  expect(kept.textContent).toContain('step 4 of 7')
  await waitFor(() => expect(server.callsOf('GET /riders')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
