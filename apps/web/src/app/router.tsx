import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { startRead } from '#api/client.ts'
import { mayDo } from '#kit/access/access.tsx'
import { loadScreen } from './load-screen.ts'
import type { Page } from './pages.ts'
import { homePath, loginAddress, loginPath } from './paths.ts'
import { NotFound } from './plain/not-found.tsx'
import { PageError } from './plain/page-error.tsx'
import { Root, RouteProgress } from './root.tsx'
import { pages } from './routes.tsx'
import type { AppStore } from './store.ts'

/** All routes: login, one authenticated layout with the table's pages, not found. `session` is settled once the stored token was tried. */
export function routesOf(store: AppStore, session: Promise<unknown>, table: readonly Page[] = pages): RouteObject[] {
  const isLogged = async () => {
    await session
    return store.getState().logged.isLogged
  }
  const requireSession = async ({ request }: LoaderFunctionArgs) =>
    (await isLogged()) ? null : redirect(loginAddress(new URL(request.url)))
  const leaveLogin = async () => ((await isLogged()) ? redirect(homePath) : null)
  return [
    {
      Component: Root,
      ErrorBoundary: PageError,
      HydrateFallback: RouteProgress,
      children: [
        { path: '/', loader: () => redirect(homePath) },
        {
          path: loginPath,
          handle: { title: 'Sign in' },
          loader: leaveLogin,
          lazy: lazily(() => import('./plain/login.screen.tsx')),
        },
        {
          loader: requireSession,
          // The session was checked when the layout came up; what ends it later ends the layout too.
          shouldRevalidate: () => false,
          lazy: lazily(() => import('./shell/layout.screen.tsx')),
          children: [{ ErrorBoundary: PageError, children: table.map((page) => routeOf(page, store, isLogged)) }],
        },
        { path: '*', handle: { title: 'Not found' }, Component: NotFound },
      ],
    },
  ]
}

export function createRouter(store: AppStore, session: Promise<unknown>) {
  return createBrowserRouter(routesOf(store, session))
}

function routeOf(page: Page, store: AppStore, isLogged: () => Promise<boolean>): RouteObject {
  const lazy = async () => {
    const { default: Component, prepare } = await loadScreen(page.screen)
    if (!prepare) return { Component }
    const loader = async ({ request, params }: LoaderFunctionArgs) => {
      if (!(await isLogged()) || !mayDo(store.getState().logged.me, page.permission)) return null
      prepare({
        address: new URL(request.url),
        params,
        state: store.getState(),
        read: (endpoint, input) => startRead(store.dispatch, endpoint, input),
        redirect: (instead) => {
          throw redirect(instead)
        },
      })
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
  return async () => ({ Component: (await loadScreen(load)).default })
}
