import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import ConfigurationScreen from './configuration.screen.tsx'

const minutes = (id: string, label: string) => ({
  id,
  group: 'Orders',
  label,
  unit: 'minutes',
  kind: 'number',
  choices: null,
  names: null,
  min: 1,
  max: 240,
  value: 12,
  initial: 10,
  follows: null,
  version: 1,
  allowed: [{ action: 'change', because: null }],
})

let server: ApiServer
afterEach(() => server.close())

test('an amount is written as every other amount is', async () => {
  const value = { ...minutes('store.minOrder', 'Minimum order'), unit: 'INR', min: 0, max: 1_000_000, value: 1250, initial: 0 }
  server = await startApiServer({
    'GET /settings/values': [200, [value]],
    'GET /settings/plans': [200, []],
    'GET /approvals': { rows: [], next: null, total: null },
  })
  renderAt('/', <ConfigurationScreen />)
  expect((await screen.findByText(/default/)).textContent).toBe('₹1,250, default ₹0')
})

test('every button says of which setting it is', async () => {
  const settings = [
    minutes('order.warnMinutes', 'Wait before a warning about a new order'),
    minutes('order.autoRejectMinutes', 'Wait before a new order is rejected'),
  ]
  server = await startApiServer({
    'GET /settings/values': [200, settings],
    'GET /settings/plans': [200, []],
    'GET /approvals': { rows: [], next: null, total: null },
  })
  renderAt('/', <ConfigurationScreen />)
  await screen.findByText('Wait before a new order is rejected')
  const change = screen.getAllByRole('button', { name: /^Change / })
  expect(change.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Change wait before a warning about a new order',
    'Change wait before a new order is rejected',
  ])
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names.filter((name) => name === 'Change' || name === 'History')).toEqual([])
})
