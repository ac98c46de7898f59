import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Places, PlacesProvider } from '#kit/access/places.tsx'
import { DetailScreen } from '#kit/resource/record/detail-screen.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { customers } from './customers.resource.tsx'

const customer = {
  ...{ id: 'c1', name: 'Isha Nair', phone: '+91 ••••••1234', email: null, addresses: [], verticals: [], flags: [], consents: [] },
  ...{ orders: 3, delivered: 3, firstOrderAt: null, lastOrderAt: null, value: null, refundPpm: 0, erasure: null, dataExport: null },
  ...{ mergedInto: null, mergedRecords: 0, version: 1, allowed: [], createdAt: '2026-11-20T10:00:00.000Z' },
}
const balance = {
  balances: [{ minor: 13000, currency: 'INR' }],
  expiresAt: '2026-12-27T10:00:00.000Z',
  expiring: { minor: 3000, currency: 'INR' },
}
const none = { rows: [], next: null, total: null }

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /customers/c1': customer,
    'GET /wallet-credits/balance': balance,
    'GET /orders': none,
    'GET /history/customer/c1': none,
    'GET /approvals/waiting/customer/c1': { request: null },
  })
})
afterEach(() => server.close())

const places = { screensOf: () => [], recordPath: () => '/customer/c1', listPath: () => null, tabPath: () => null } satisfies Places
const open = (who = person()) =>
  renderAt(
    '/customer/c1',
    <PlacesProvider value={places}>
      <DetailScreen resource={customers} id="c1" />
    </PlacesProvider>,
    { who },
  )

test('the overview of a customer says what they have in credits and what expires next, and leads to the credits', async () => {
  open()
  const link = await screen.findByRole('link', { name: '₹130.00' })
  expect(link.getAttribute('href')).toBe('/customer/c1?tab=credits')
  expect(screen.getByText(/^₹30\.00 of it expires/)).toBeTruthy()
})

test('of somebody without credits it says so', async () => {
  server.answer({ 'GET /wallet-credits/balance': { balances: [], expiresAt: null, expiring: null } })
  open()
  expect(await screen.findByText('No credit')).toBeTruthy()
  expect(screen.queryByText(/of it expires/)).toBeNull()
})

test('whoever sees no refunds has no such card, and nothing is asked', async () => {
  open(person({ isAdmin: false, permissions: ['customer.view', 'order.view'] }))
  expect(await screen.findByText('Latest orders')).toBeTruthy()
  expect(screen.queryByText('Credits')).toBeNull()
  expect(server.callsOf('GET /wallet-credits/balance')).toEqual([])
})
