import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { restoreSession } from '#api/session.ts'
import { canStore } from '#api/stored.ts'
import { watchTouches } from '#api/touched.ts'
import { followOtherTabs } from '#app/other-tabs.ts'
import { RouteProgress } from '#app/root.tsx'
import { createRouter, whenInitialized } from '#app/router.tsx'
import { createStore } from '#app/store.ts'
import '#app/theme/base.css'
import { installTrustedTypes } from './trusted-types.ts'

installTrustedTypes()
watchTouches()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
const page = createRoot(root)
if (canStore()) start()
else
  page.render(
    <p role="alert">This browser lets Larder keep nothing on this device. Allow site data for {location.host}, then reload the page.</p>,
  )

function start(): void {
  const store = createStore()
  followOtherTabs(store)
  const router = createRouter(store, restoreSession(store.dispatch))
  page.render(<RouteProgress />)
  // At once, when all that the first page needs is there: as a change of a page that stands it would be drawn in slices, with frames between them.
  whenInitialized(router, () =>
    page.render(
      <StrictMode>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </StrictMode>,
    ),
  )
}
