import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { restoreSession } from '#api/session.ts'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { person } from '../../testing/render.tsx'
import { page } from '../pages.ts'
import { routingOf } from '../router.tsx'
import { createStore } from '../store.ts'

const token = 'mNo6V0c2yYtq0v3kqRk2c8nE1sQ7b4xZ9aLwHdUfJpT'
const table = [
  page('/dashboard', async () => ({ default: () => <h1>Dashboard here</h1> }), { title: 'Dashboard', permission: 'dashboard.view' }),
]
const { accessToken, ...me } = person({ isAdmin: false, permissions: ['dashboard.view'] })
const signedIn = { ...me, accessToken, expiresAt: '2026-11-27T00:00:00.000Z' }
const over = apiError({
  kind: 'credentials',
  reason: 'invite-not-valid',
  message: 'This invitation cannot be used any more. Ask whoever invited you for a new one.',
})

let server: ApiServer
beforeAll(() => Promise.all([import('./login.screen.tsx'), import('../shell/layout.screen.tsx')]))
beforeEach(async () => {
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.spyOn(console, 'error').mockReturnValue()
  server = await startApiServer({
    'GET /health': { status: 'ok', demo: false },
    'GET /me': me,
    'POST /logout': { status: true },
    'POST /login/invite': {
      name: 'Devika Rajan',
      email: 'devika@larder.test',
      installation: 'Kochi Eats',
      expiresAt: '2026-11-25T00:00:00.000Z',
    },
    'POST /login/invite/accept': signedIn,
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  await server.close()
})

function open() {
  // The router keeps to itself what stands behind the #: the page's own address is looked at.
  history.replaceState(null, '', `/login#invite=${token}`)
  const store = createStore()
  const { routes, patchRoutesOnNavigation } = routingOf(store, restoreSession(store.dispatch), async () => table)
  const router = createMemoryRouter(routes, { patchRoutesOnNavigation, initialEntries: [`/login#invite=${token}`] })
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { store, router }
}

const choose = (password: string, repeat = password) => {
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } })
  fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: repeat } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
}

test('an invitation says for whom it is, takes a password, and the person is in; the token goes in bodies alone', async () => {
  const { router, store } = open()
  await screen.findByRole('heading', { name: 'Welcome to Kochi Eats' })
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('devika@larder.test')
  choose('short')
  expect(screen.getByText('New password is too short: at least 10 characters')).toBeTruthy()
  choose('velvet tram 81 onion', 'velvet tram 81 union')
  expect(screen.getByText('The new passwords do not match')).toBeTruthy()
  expect(server.callsOf('POST /login/invite/accept')).toEqual([])
  choose('velvet tram 81 onion')
  await screen.findByText('Dashboard here')
  expect(server.callsOf('POST /login/invite/accept')[0]?.body).toEqual({ token, password: 'velvet tram 81 onion' })
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', hash: '' })
  expect([localStorage.getItem('accessToken'), store.getState().logged.isLogged]).toEqual([accessToken, true])
  expect(JSON.stringify(server.seen.map(({ call, query, headers }) => [call, query, headers]))).not.toContain(token)
})

test('a link that cannot be used says so, with the way to the sign-in', async () => {
  server.answer({ 'POST /login/invite': [401, { error: over }] })
  open()
  await screen.findByRole('heading', { name: 'This invitation is over' })
  expect(screen.getByText(over.message)).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Sign in instead' }))
  await screen.findByRole('heading', { name: 'Sign in to Larder' })
})

test('a weak password is told at its field, one that was overtaken by another above the form', async () => {
  open()
  await screen.findByLabelText('New password')
  server.answer({
    'POST /login/invite/accept': [422, { error: apiError({ kind: 'invalid', fields: { 'body.password': 'is too easy to guess' } }) }],
  })
  choose('devika rajan')
  expect(await screen.findByText('New password is too easy to guess')).toBeTruthy()
  server.answer({ 'POST /login/invite/accept': [401, { error: over }] })
  choose('velvet tram 81 onion')
  expect((await screen.findByText(over.message)).getAttribute('role')).toBe('alert')
})

test('the first administrator says who they are as well, and begins with the set-up; who comes second is told', async () => {
  const { installation, expiresAt } = { installation: 'Larder', expiresAt: '2026-11-25T00:00:00.000Z' }
  server.answer({ 'POST /login/invite': { name: null, email: null, installation, expiresAt } })
  const { router } = open()
  await screen.findByRole('heading', { name: 'Welcome to Larder' })
  choose('velvet tram 81 onion')
  expect([screen.getByText('Enter your name'), screen.getByText('Enter your e-mail address')]).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha Menon' } })
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'asha@larder.test ' } })
  const late = apiError({ kind: 'refused', reason: 'administrator-exists', message: 'Somebody became the first administrator already.' })
  server.answer({ 'POST /login/invite/accept': [409, { error: late }] })
  choose('velvet tram 81 onion')
  expect((await screen.findByText(late.message)).getAttribute('role')).toBe('alert')
  server.answer({ 'POST /login/invite/accept': signedIn })
  choose('velvet tram 81 onion')
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/setup'))
  const person = { name: 'Asha Menon', email: 'asha@larder.test' }
  expect(server.callsOf('POST /login/invite/accept').at(-1)?.body).toEqual({ token, password: 'velvet tram 81 onion', person })
})

test('whoever is signed in here as somebody else is signed out once the invitation is accepted, not before', async () => {
  localStorage.setItem('accessToken', 'token-of-another')
  open()
  await screen.findByRole('heading', { name: 'Welcome to Kochi Eats' })
  expect(localStorage.getItem('accessToken')).toBe('token-of-another')
  choose('velvet tram 81 onion')
  await screen.findByText('Dashboard here')
  await waitFor(() => expect(server.callsOf('POST /logout')[0]?.headers['x-api-key']).toBe('token-of-another'))
  expect(localStorage.getItem('accessToken')).toBe(accessToken)
})
