import { invitedBy } from '@larder/contract'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
  replace,
} from 'react-router'
import { startRead } from '#api/client.ts'
import { endPrefetch, isOpening, keepReads } from '#api/prefetched.ts'
import { mayDo } from '#kit/access/access.tsx'
import { loadCode } from './load-code.ts'
import type { Page } from './pages.ts'
import { homePath, loginAddress, loginPath } from './paths.ts'
import { PageError } from './plain/page-error.tsx'
import { Root, RouteProgress } from './root.tsx'
import type { AppStore } from './store.ts'

/** What stands around every page. */
const rootId = 'root'

type LoadPages = () => Promise<readonly Page[]>
const loadPages: LoadPages = async () => (await import('./routes.ts')).pages

/**
 * All routes: login, one authenticated layout with the table's pages, not found. The table comes with the first address that needs it: who
 * signs in has no use for it. `session` is settled once the stored token was tried.
 */
export function routingOf(store: AppStore, session: Promise<unknown>, load: LoadPages = loadPages) {
  const isLogged = async () => {
    await session
    return store.getState().logged.isLogged
  }
  const requireSession = async ({ request }: LoaderFunctionArgs) =>
    (await isLogged()) ? null : insteadOf(request.url, loginAddress(new URL(request.url)))
  // An invitation is for somebody else than who is signed in here; the router keeps what stands behind the # to itself.
  const leaveLogin = async ({ request }: LoaderFunctionArgs) =>
    (await isLogged()) && invitedBy(location) === null ? insteadOf(request.url, homePath) : null
  const routes: RouteObject[] = [
    {
      id: rootId,
      Component: Root,
      ErrorBoundary: PageError,
      HydrateFallback: RouteProgress,
      children: [
        { index: true, loader: ({ request }) => insteadOf(request.url, homePath) },
        {
          path: loginPath,
          handle: { title: 'Sign in' },
          loader: leaveLogin,
          lazy: lazily(() => import('./plain/login.screen.tsx')),
        },
        {
          path: '*',
          handle: { title: 'Not found' },
          lazy: lazily(async () => ({ default: (await import('./plain/not-found.tsx')).NotFound })),
        },
      ],
    },
  ]
  const layoutOf = (pages: readonly Page[]): RouteObject => ({
    // The router asks for every address with something variable in it: what it has by this name stays.
    id: 'layout',
    loader: requireSession,
    // The session was checked when the layout came up; what ends it later ends the layout too.
    shouldRevalidate: () => false,
    lazy: lazily(() => import('./shell/layout.screen.tsx')),
    children: [{ ErrorBoundary: PageError, children: pages.map((page) => routeOf(page, store, isLogged)) }],
  })
  const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ patch }) => patch(rootId, [layoutOf(await loadCode(load))])
  return { routes, patchRoutesOnNavigation }
}

export function createRouter(store: AppStore, session: Promise<unknown>) {
  const page = location.pathname + location.search
  const { routes, patchRoutesOnNavigation } = routingOf(store, session)
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation })
  whenInitialized(router, () => {
    // What was searched is nobody's to find on this device later.
    if (store.getState().logged.isLogged && !new URL(page, location.origin).searchParams.has('q')) keepReads(page)
    else endPrefetch()
  })
  return router
}

/** Once the first page's code and what it asks for are there. */
export function whenInitialized(router: ReturnType<typeof createBrowserRouter>, act: () => void): void {
  const stop = router.subscribe(actOnce)
  actOnce(router.state)
  function actOnce({ initialized }: { initialized: boolean }) {
    if (!initialized) return
    stop()
    act()
  }
}

/** Leads on, in the place of an address at which one is already (a page that is opened, or gone back to): Back leads to what was before it. */
function insteadOf(address: string, to: string): Response {
  const { pathname, search } = new URL(address)
  return location.pathname === pathname && location.search === search ? replace(to) : redirect(to)
}

/** Milliseconds that the first page waits for what it reads: what was asked for in the page's head has mostly come, and is drawn without a skeleton before it. */
const firstReadsMs = 100

function routeOf(page: Page, store: AppStore, isLogged: () => Promise<boolean>): RouteObject {
  const lazy = async () => {
    const { default: Component, prepare } = await loadCode(page.screen)
    if (!prepare) return { Component }
    const loader = async ({ request, params }: LoaderFunctionArgs) => {
      if (!(await isLogged()) || !mayDo(store.getState().logged.me, page.permission)) return null
      const reads: Promise<unknown>[] = []
      prepare({
        address: new URL(request.url),
        params,
        state: store.getState(),
        read: (endpoint, input) => {
          if (mayDo(store.getState().logged.me, endpoint.shape.permission)) reads.push(startRead(store.dispatch, endpoint, input))
        },
        redirect: (instead) => {
          throw insteadOf(request.url, instead)
        },
      })
      if (isOpening()) await Promise.race([Promise.all(reads), new Promise((go) => setTimeout(go, firstReadsMs))])
      return null
    }
    return { Component, loader }
  }
  return {
    path: page.path,
    handle: { page, title: page.title },
    // Within a page the screen itself reads what its address asks for, at once.
    shouldRevalidate: () => false,
    lazy,
  }
}

function lazily(load: Page['screen']) {
  return async () => ({ Component: (await loadCode(load)).default })
}
