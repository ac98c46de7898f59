import { render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type AppStore, createStore } from '#app/store.ts'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { type LoginPayload, userStored } from '#state/logged.ts'

/** A person with all permissions; say only what matters. */
export function person(given: Partial<LoginPayload> = {}): LoginPayload {
  return {
    status: true,
    isAdmin: true,
    mustChangePassword: false,
    mustAddSecondFactor: false,
    role: 'admin',
    roleName: 'Administrator',
    person: { id: '01890000-0000-7000-8000-000000000001', name: 'Nila Salim', email: 'admin@larder.test', phone: null, imageId: null },
    accounts: [],
    preferences: {},
    permissions: [],
    limits: {},
    scope: { kind: 'all', ids: [] },
    places: [],
    installation: {
      name: 'Larder',
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
      conventions: { numbers: 'en-IN', dates: 'en-US', clock: '12-hour' },
      map: { tiles: '', credit: '' },
      isDemo: true,
    },
    viewing: null,
    sequence: 0,
    accessToken: 'token-1',
    ...given,
  }
}

/** A store of its own with somebody signed in. */
export function signedInStore(who: LoginPayload = person()): AppStore {
  const store = createStore()
  const { accessToken, ...user } = who
  store.dispatch(userStored({ user, accessToken }))
  return store
}

/** Runs hooks on a store of its own. */
export function renderHooks<T>(useHooks: () => T) {
  const store = signedInStore()
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  const { result, rerender } = renderHook(useHooks, { wrapper })
  return { store, rerender, last: () => result.current }
}

/** Shows a screen at an address, signed in, on a store of its own. */
export function renderAt(address: string, screen: ReactNode, options: { store?: AppStore; who?: LoginPayload } = {}) {
  const store = options.store ?? signedInStore(options.who)
  const router = createMemoryRouter(
    [
      { path: '/elsewhere', element: <p>Elsewhere</p> },
      { path: '*', element: <AskHost>{screen}</AskHost> },
    ],
    { initialEntries: [address] },
  )
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { ...view, store, router, address: () => router.state.location.pathname + router.state.location.search }
}
