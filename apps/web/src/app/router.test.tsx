import { currentInstant, localDateAt, sessionContract } from '@larder/contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { restoreSession } from '#api/session.ts'
import { request } from '#api/transport.ts'
import { format } from '#kit/format.ts'
import { accessChanged } from '#state/logged.ts'
import { type ApiServer, apiError, startApiServer } from '../testing/api-server.ts'
import { person } from '../testing/render.tsx'
import { page } from './pages.ts'
import { routingOf } from './router.tsx'
import { createStore } from './store.ts'

const table = [
  page('/dashboard', async () => ({ default: DashboardHere }), { title: 'Dashboard', permission: 'dashboard.view' }),
  page('/order/view', async () => ({ default: () => <h1>Orders here</h1> }), { title: 'Orders', permission: 'order.view' }),
  page('/order/all', () => import('#features/orders/orders.screen.tsx'), { title: 'All orders', permission: 'order.view' }),
]
function DashboardHere() {
  return (
    <>
      <h1>Dashboard here</h1>
      <p>Dashboard on {format().day('2026-11-20', 'ofYear')}</p>
    </>
  )
}
const { accessToken, ...me } = person({ isAdmin: false, permissions: ['dashboard.view'] })

let server: ApiServer
let logged: ReturnType<typeof vi.spyOn>
// What a visit loads is compiled before the first one waits for it.
beforeAll(() =>
  Promise.all([import('./plain/login.screen.tsx'), import('./shell/layout.screen.tsx'), import('#features/orders/orders.screen.tsx')]),
)
beforeEach(async () => {
  localStorage.clear()
  logged = vi.spyOn(console, 'error').mockReturnValue()
  server = await startApiServer({
    'GET /health': { status: 'ok', demo: false },
    'GET /me': me,
    'POST /login': { ...me, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' },
  })
})
afterEach(() => {
  logged.mockRestore()
  return server.close()
})

/** Opens the application at an address, after the addresses that were visited before. */
function open(...visited: string[]) {
  const store = createStore()
  const load = vi.fn(async () => table)
  const { routes, patchRoutesOnNavigation } = routingOf(store, restoreSession(store.dispatch), load)
  const router = createMemoryRouter(routes, { patchRoutesOnNavigation, initialEntries: visited })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { store, router, load, address: () => router.state.location.pathname + router.state.location.search }
}

const signIn = (email: string, password: string) => {
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('without a token every page leads to the login, which remembers where one wanted to go', async () => {
  const { address, router } = open('/')
  await screen.findByLabelText('E-mail')
  expect(address()).toBe('/login')
  await act(() => router.navigate('/order/view?status=late'))
  await waitFor(() => expect(address()).toBe('/login?next=%2Forder%2Fview%3Fstatus%3Dlate'))
  expect(server.callsOf('GET /me')).toHaveLength(0)
})

test('the table of pages comes with the first address that needs it: not with the login', async () => {
  const { load } = open('/login')
  await screen.findByLabelText('E-mail')
  expect(load).not.toHaveBeenCalled()
  signIn('office-staff@larder.test', 'larder-demo')
  await screen.findByText('Dashboard here')
  expect(load).toHaveBeenCalledOnce()
})

test('a table that does not arrive is told as a page that could not be loaded', async () => {
  const { load, router } = open('/login')
  await screen.findByLabelText('E-mail')
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  await act(() => router.navigate('/dashboard'))
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
})

test('signing in stores the token and the whole payload and goes to the dashboard', async () => {
  const { store, address } = open('/login')
  await screen.findByLabelText('E-mail')
  signIn('office-staff@larder.test', 'larder-demo')
  await screen.findByText('Dashboard here')
  expect(address()).toBe('/dashboard')
  expect(localStorage.getItem('accessToken')).toBe('token-1')
  expect(store.getState().logged).toMatchObject({
    isLogged: true,
    key: 'token-1',
    role: 'admin',
    isAdmin: false,
    me: { accessToken, ...me },
  })
  expect(localStorage.getItem('larder.email')).toBe('office-staff@larder.test')
  expect(server.callsOf('POST /login')[0]?.body).toEqual({ email: 'office-staff@larder.test', password: 'larder-demo' })
})

test('what is missing or refused stands where it belongs, and the password is not sent twice', async () => {
  server.answer({ 'POST /login': [401, { error: apiError({ kind: 'credentials', message: 'The e-mail or the password is wrong.' }) }] })
  const { address } = open('/login?next=%2F%2Fevil.example')
  await screen.findByLabelText('E-mail')
  signIn('', '')
  expect(screen.getByText('Enter your e-mail address')).toBeTruthy()
  expect(screen.getByText('Enter your password')).toBeTruthy()
  signIn('a@b.c', 'x')
  expect(await screen.findByText('The e-mail or the password is wrong.')).toBeTruthy()
  expect(server.callsOf('POST /login')).toHaveLength(1)
  server.answer({ 'POST /login': { ...me, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' } })
  signIn('a@b.c', 'y')
  await screen.findByText('Dashboard here')
  expect(address()).toBe('/dashboard')
})

test.each([
  ['/order/view?status=late#top', '/order/view?status=late'],
  ['/\t/evil.example', '/dashboard'],
  ['/\n//evil.example', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/..//evil.example', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['order/view', '/dashboard'],
])('after signing in with next=%j one is at %s', async (next, expected) => {
  server.answer({ 'POST /login': { ...me, isAdmin: true, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' } })
  const { address } = open(`/login?${new URLSearchParams({ next })}`)
  await screen.findByLabelText('E-mail')
  signIn('a@b.c', 'y')
  await waitFor(() => expect(address()).toBe(expected))
})

test('a stored token fetches the person; the path is kept, but for the login', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const { store, address } = open('/login')
  await screen.findByText('Dashboard here')
  expect(address()).toBe('/dashboard')
  expect(store.getState().logged).toMatchObject({ isLogged: true, key: 'token-1', me: { person: me.person } })
})

test('when the person cannot be fetched it is logged, storage is cleared and the login is shown', async () => {
  localStorage.setItem('accessToken', 'token-1')
  localStorage.setItem('anything', 'else')
  server.answer({ 'GET /me': [401, { error: apiError({ kind: 'credentials' }) }] })
  const { address } = open('/order/view')
  await screen.findByLabelText('E-mail')
  expect(address()).toBe('/login?next=%2Forder%2Fview')
  expect(localStorage.length).toBe(0)
  expect(logged).toHaveBeenCalledWith('The signed-in person could not be fetched', expect.anything())
})

test('a line that breaks for a moment ends no session', async () => {
  localStorage.setItem('accessToken', 'token-1')
  let asked = 0
  server.answer({ 'GET /me': () => (++asked === 1 ? 'hang up' : me) })
  open('/dashboard')
  await screen.findByText('Dashboard here', {}, { timeout: 10_000 })
  expect([asked, localStorage.getItem('accessToken')]).toEqual([2, 'token-1'])
})

test('403 opens the Session Expired dialog word for word; OK clears storage and logs out', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const { store, address } = open('/dashboard')
  await screen.findByText('Dashboard here')
  server.answer({ 'GET /me': [403, { error: apiError({ kind: 'session-over' }) }] })
  await act(() => request(sessionContract.me, {}))
  const dialog = await screen.findByRole('alertdialog', { name: 'Session Expired' })
  expect(dialog.querySelector('p')?.textContent).toBe('Your session has expired! Please login to continue.')
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await screen.findByLabelText('E-mail')
  expect(address()).toBe('/login')
  expect(localStorage.length).toBe(0)
  expect(store.getState().logged.isLogged).toBe(false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a page that is open writes as the installation does once that has changed', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const { store } = open('/dashboard')
  await screen.findByText('Dashboard on Nov 20')
  act(() => {
    const { installation } = me
    store.dispatch(
      accessChanged({ ...me, installation: { ...installation, conventions: { ...installation.conventions, dates: 'en-GB' } } }),
    )
  })
  await screen.findByText('Dashboard on 20 Nov')
})

test('whose session ended comes back to where they were once they signed in anew', async () => {
  localStorage.setItem('accessToken', 'token-1')
  server.answer({
    'GET /me': { ...me, isAdmin: true },
    'POST /login': { ...me, isAdmin: true, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' },
  })
  const { address } = open('/order/view?status=late')
  await screen.findByText('Orders here')
  server.answer({ 'GET /me': [403, { error: apiError({ kind: 'session-over' }) }] })
  await act(() => request(sessionContract.me, {}))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(address()).toBe('/login?next=%2Forder%2Fview%3Fstatus%3Dlate'))
  server.answer({ 'GET /me': { ...me, isAdmin: true } })
  await screen.findByLabelText('E-mail')
  signIn('office-staff@larder.test', 'larder-demo')
  await screen.findByText('Orders here')
  expect(address()).toBe('/order/view?status=late')
})

test('an unknown path is not found, and Go Back goes one step back', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const { address, router } = open('/dashboard')
  await screen.findByText('Dashboard here')
  await act(() => router.navigate('/no/such/page'))
  fireEvent.click(await screen.findByRole('button', { name: 'Go Back' }))
  await screen.findByText('Dashboard here')
  expect(address()).toBe('/dashboard')
})

test('a page that the role does not have says which permission is missing', async () => {
  localStorage.setItem('accessToken', 'token-1')
  open('/order/view')
  expect(await screen.findByText(/It needs the permission “order.view”/)).toBeTruthy()
  expect(screen.queryByText('Orders here')).toBeNull()
})

test('every change of page scrolls smoothly to the top, names the page in the title and puts the focus on its heading', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue()
  localStorage.setItem('accessToken', 'token-1')
  server.answer({ 'GET /me': { ...me, isAdmin: true } })
  const { router } = open('/dashboard')
  await screen.findByText('Dashboard here')
  await waitFor(() => expect(document.title).toBe('Dashboard · Larder'))
  scrolled.mockClear()
  await act(() => router.navigate('/order/view'))
  await screen.findByText('Orders here')
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  await waitFor(() => expect(document.title).toBe('Orders · Larder'))
  expect(document.activeElement?.textContent).toBe('Orders here')
})

test('the list of orders is read once, for the day that its address has got', async () => {
  localStorage.setItem('accessToken', 'token-1')
  server.answer({
    'GET /me': { ...me, permissions: ['order.view'] },
    'GET /orders': { rows: [], next: null, total: null },
    'GET /orders/statuses': [200, []],
  })
  const { address } = open('/order/all')
  await screen.findByText('No matching orders')
  const today = localDateAt(currentInstant(), me.installation.timeZone)
  expect(address()).toBe(`/order/all?from=today`)
  expect(server.callsOf('GET /orders').map(({ query }) => query)).toEqual([{ sort: '-placedAt', from: today, to: today, limit: '25' }])
  expect(server.callsOf('GET /orders/statuses')).toHaveLength(1)
})

const bones = () => document.querySelectorAll('.bone').length

test('the first page is drawn with what it reads, and not before', async () => {
  localStorage.setItem('accessToken', 'token-1')
  const held = Promise.withResolvers<object>()
  server.answer({
    'GET /me': { ...me, permissions: ['order.view'] },
    'GET /orders': () => held.promise,
    'GET /orders/statuses': [200, []],
  })
  // However slow this machine is: the moment that it waits is not over.
  const begin = window.setTimeout
  const timers = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((act: () => void, ms?: number) => (ms === 100 ? 0 : begin(act, ms))) as never)
  open('/order/all?view=all')
  await waitFor(() => expect(server.callsOf('GET /orders')).toHaveLength(1))
  await expect(waitFor(() => expect(bones()).toBeGreaterThan(0), { timeout: 300 })).rejects.toThrow()
  held.resolve({ rows: [], next: null, total: null })
  await screen.findByText('No orders yet')
  timers.mockRestore()
})

test('the first page stands without what it reads where that does not come', async () => {
  localStorage.setItem('accessToken', 'token-1')
  server.answer({ 'GET /me': { ...me, permissions: ['order.view'] }, 'GET /orders': 'silence', 'GET /orders/statuses': [200, []] })
  open('/order/all?view=all')
  await screen.findByRole('heading', { name: 'Orders' })
  await waitFor(() => expect(bones()).toBeGreaterThan(0))
})

test('all orders are in the address, and stay all of them when it is opened again; days that are none are left out', async () => {
  localStorage.setItem('accessToken', 'token-1')
  server.answer({
    'GET /me': { ...me, permissions: ['order.view'] },
    'GET /orders': { rows: [], next: null, total: null },
    'GET /orders/statuses': [200, []],
  })
  const { address, router } = open('/order/all?view=all')
  await screen.findByText('No orders yet')
  expect(address()).toBe('/order/all?view=all')
  await act(() => router.navigate('/order/all?from=garbage&to=2026-02-31&page=999'))
  await screen.findByText('No orders yet')
  expect(server.callsOf('GET /orders').map(({ query }) => query)).toEqual([{ sort: '-placedAt', limit: '25' }])
})

test('nothing is read for a page that the role does not have', async () => {
  localStorage.setItem('accessToken', 'token-1')
  open('/order/all')
  await screen.findByText(/It needs the permission “order.view”/)
  expect(server.seen.map(({ call }) => call)).toEqual(['GET /me'])
})
