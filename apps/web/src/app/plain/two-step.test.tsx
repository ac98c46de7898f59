import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { restoreSession } from '#api/session.ts'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { person } from '../../testing/render.tsx'
import { page } from '../pages.ts'
import { routingOf } from '../router.tsx'
import { createStore } from '../store.ts'

const table = [
  page('/dashboard', async () => ({ default: () => <h1>Dashboard here</h1> }), { title: 'Dashboard', permission: 'dashboard.view' }),
]
const { accessToken, ...me } = person({ isAdmin: false, permissions: ['dashboard.view'] })
const signedIn = { ...me, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' }
const needed = apiError({ kind: 'credentials', reason: 'code-needed', message: 'Enter the code that your authenticator app shows.' })

let server: ApiServer
beforeAll(() => Promise.all([import('./login.screen.tsx'), import('../shell/layout.screen.tsx'), import('./first-second-factor.tsx')]))
beforeEach(async () => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockReturnValue()
  server = await startApiServer({ 'GET /health': { status: 'ok', demo: false }, 'GET /me': me, 'POST /login': [401, { error: needed }] })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

function open(path: string) {
  const store = createStore()
  const { routes, patchRoutesOnNavigation } = routingOf(store, restoreSession(store.dispatch), async () => table)
  const router = createMemoryRouter(routes, { patchRoutesOnNavigation, initialEntries: [path] })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

test('the code is asked for in the same form once the password is right, with the cursor in it; what was typed stays', async () => {
  open('/login')
  fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: 'nila@larder.test' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'velvet tram 81 onion' } })
  expect(screen.queryByLabelText('Code')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter the code')).toBeTruthy()
  expect(server.callsOf('POST /login')).toHaveLength(1)

  const wrong = apiError({
    kind: 'credentials',
    reason: 'wrong-credentials',
    message: 'The e-mail address, password or code is incorrect.',
  })
  server.answer({ 'POST /login': [401, { error: wrong }] })
  fireEvent.change(code, { target: { value: '000 000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText(wrong.message)
  server.answer({ 'POST /login': signedIn })
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: ' 287 082' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('Dashboard here')
  expect(server.callsOf('POST /login').at(-1)?.body).toEqual({
    email: 'nila@larder.test',
    password: 'velvet tram 81 onion',
    code: '287 082',
  })
})

test('of whom it is required sets it up before anything else: key, code, recovery codes, and then the page they came for', async () => {
  localStorage.setItem('accessToken', accessToken)
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-pqr${n}`)
  server.answer({
    'GET /me': { ...me, mustAddSecondFactor: true },
    'POST /me/second-factor/begin': { key, address: `otpauth://totp/Larder:nila?secret=${key}` },
    'POST /me/second-factor/confirm': { recoveryCodes },
  })
  open('/dashboard')
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' })
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  fireEvent.change(await screen.findByLabelText(/^Code/), { target: { value: '287082' } })
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
  expect(codes.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  server.answer({ 'GET /me': me })
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText('Dashboard here')
})
