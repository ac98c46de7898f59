import { addDays, currentInstant, type Dashboard, localDateAt, newId, orderStatuses, verticalKeys } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlacesProvider } from '#kit/access/places.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import DashboardScreen from './dashboard.screen.tsx'

const today = localDateAt(currentInstant(), 'Asia/Kolkata')
const branch = newId<'place'>()
const money = (minor: number) => ({ minor, currency: 'INR' })
const told = (day: string): Dashboard => ({
  at: currentInstant(),
  day,
  today,
  timeZone: 'Asia/Kolkata',
  byStatus: orderStatuses.map((status) => ({ status, orders: status === 'rejected' ? 3 : 0 })),
  orders: 12,
  gross: money(120_000),
  average: money(10_000),
  acceptancePpm: 800_000,
  lateNow: 7,
  unhandled: 0,
  unassigned: 0,
  ridersOnShift: 4,
  storesPaused: 0,
  lastWeek: {
    day: addDays(day, -7),
    until: currentInstant(),
    orders: 6,
    gross: money(60_000),
    average: money(10_000),
    acceptancePpm: 912_000,
  },
  byVertical: verticalKeys.map((vertical) => ({ vertical, orders: 0, gross: money(0) })),
  days: [{ day, orders: 12, gross: money(120_000) }],
  rejections: [{ reason: 'too-busy', label: 'Too busy', orders: 3, lost: money(45_000) }],
  topStores: [],
})

const alert = (id: string, title: string, isRead: boolean) => ({
  ...{ id, title, isRead, tone: 'warning', text: 'It needs a look', entity: null, entityId: null, at: currentInstant() },
})
const alerts = {
  late: [],
  rows: [alert('a1', 'A comparison found a difference', false), alert('a2', 'A backup was made', true)],
  next: null,
  unread: { value: 1, capped: false },
  upTo: { sequence: 3, at: currentInstant() },
}

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /dashboard': ({ query: { day } }) => told(day === 'yesterday' ? addDays(today, -1) : (day ?? today)),
    'GET /dashboard/at-risk': [200, []],
    'GET /orders': { rows: [], next: null, total: null },
    'GET /orders/statuses': [200, []],
    'GET /alerts': alerts,
    'POST /alerts/a1/read': () => {
      alerts.rows = alerts.rows.map((alert) => ({ ...alert, isRead: true }))
      return { id: 'a1' }
    },
    [`GET /branches/${branch}`]: { id: branch, name: 'Kochi' },
  })
})
afterEach(() => server.close())

const paths = {
  recordPath: () => null,
  tabPath: () => null,
  screensOf: () => [],
  listPath: (entity: string, query?: Record<string, string>) => `/${entity}?${new URLSearchParams(query)}`,
}
const open = (address: string, who = person()) =>
  renderAt(
    address,
    <PlacesProvider value={paths}>
      <DashboardScreen />
    </PlacesProvider>,
    { who },
  )
const figure = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')

test('today is told as it stands now, beside the same hours; another day by how it ended, beside the whole day', async () => {
  const { address } = open(`/dashboard?branchId=${branch}`)
  expect(await figure(/^Late now/)).toBe(`/order?branchId=${branch}&status=late`)
  expect(await figure(/^Orders today.* by /)).toBe(`/order?from=${today}&to=${today}&branchId=${branch}`)
  await screen.findByRole('button', { name: 'Kochi' })
  await waitFor(() => expect(server.callsOf('GET /dashboard/at-risk').map(({ query }) => query)).toEqual([{ branchId: branch }]))
  fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
  const day = addDays(today, -1)
  expect(await figure(/^Rejected.*of the day/)).toBe(`/order?from=${day}&to=${day}&branchId=${branch}&status=rejected`)
  expect(screen.queryByText('Late now')).toBeNull()
  expect(screen.queryByText('At risk and late')).toBeNull()
  expect(address()).toBe(`/dashboard?branchId=${branch}&day=yesterday`)
  await waitFor(() => expect(server.callsOf('GET /orders').at(-1)?.query).toEqual({ from: day, to: day, branchId: branch, limit: '14' }))
})

test('an address that asks for no day asks for today; whoever reaches one branch has none to choose', async () => {
  open('/dashboard?day=someday', person({ scope: { kind: 'branch', ids: [branch] } }))
  await screen.findByText('Late now')
  expect(server.callsOf('GET /dashboard').map(({ query }) => query)).toEqual([{}])
  expect(screen.queryByRole('button', { name: 'All branches' })).toBeNull()
})

test('a vertical in the address cuts every read and every list that a figure leads to, but for riders', async () => {
  const { address } = open(`/dashboard?vertical=fish&branchId=${branch}`)
  expect(await figure(/^Late now/)).toBe(`/order?branchId=${branch}&vertical=fish&status=late`)
  expect(await figure(/^Stores paused/)).toBe(`/store?branchId=${branch}&vertical=fish&openMode=paused`)
  expect(await figure(/^Too busy/)).toBe(`/rejected-order?from=${today}&to=${today}&branchId=${branch}&vertical=fish&reason=too-busy`)
  expect(await figure(/^All late/)).toBe(`/order?branchId=${branch}&vertical=fish&status=late`)
  expect(screen.getByText(/vs 91.2 % last/)).toBeTruthy()
  for (const read of ['GET /dashboard', 'GET /dashboard/at-risk'] as const)
    expect(server.callsOf(read).map(({ query }) => query)).toEqual([{ branchId: branch, vertical: 'fish' }])
  expect(server.callsOf('GET /orders').at(-1)?.query).toEqual({ branchId: branch, vertical: 'fish', limit: '14' })
  fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
  await screen.findByText('Rejected, by reason')
  expect(new URLSearchParams(address().split('?')[1]).get('vertical')).toBe('fish')
})

test('whoever may see the dashboard alone asks for nothing else', async () => {
  open('/dashboard', person({ isAdmin: false, permissions: ['dashboard.view'] }))
  await screen.findByText('Everything is on track')
  await screen.findByText('Unread alerts')
  expect(screen.queryByText('Latest orders')).toBeNull()
  const asked = new Set(server.seen.map(({ call }) => call))
  expect([...asked].sort()).toEqual(['GET /alerts', 'GET /dashboard', 'GET /dashboard/at-risk'])
})

test('an alert that was not read stays until it is said to be', async () => {
  open('/dashboard')
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read: A comparison found a difference' }))
  expect(screen.queryByText('A backup was made')).toBeNull()
  await waitFor(() => expect(screen.queryByText('Unread alerts')).toBeNull())
  expect(server.callsOf('POST /alerts/a1/read')).toHaveLength(1)
})
