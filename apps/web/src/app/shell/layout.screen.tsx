import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useMay } from '#kit/access/access.tsx'
import { PlacesProvider } from '#kit/access/places.tsx'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { OrderStatusLooks } from '#kit/cells/order-status.tsx'
import { TipHost } from '#kit/layout/tip.tsx'
import { lazily } from '#kit/lazily.tsx'
import { KnownResourcesContext } from '#kit/resource/known-resources.ts'
import { focusHeading, useFocusKeeper } from '#kit/use-focus-keeper.ts'
import { useMedia } from '#kit/use-media.ts'
import { loginAddress, loginPath } from '../paths.ts'
import { placesOf } from '../places.ts'
import { knownResources } from '../resources.ts'
import { pages } from '../routes.tsx'
import { useAppState } from '../store.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Header } from './header.tsx'
import { Live } from './live.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageGate } from './page-gate.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToastHost } from './toast-host.tsx'
import { useVisits } from './use-visits.ts'
import './shell.css'

const FirstPassword = lazily(() => import('../plain/first-password.tsx').then((module) => module.FirstPassword))

/** The one authenticated layout: sidebar, header, the page. Everything but login is inside it. */
export default function Layout() {
  const isLogged = useAppState(({ logged }) => logged.isLogged)
  const hasTemporaryPassword = useAppState(({ logged }) => logged.me?.mustChangePassword === true)
  const isOver = useAppState(({ live }) => live.isSessionOver)
  const [wasOver, setWasOver] = useState(isOver)
  if (isOver && !wasOver) setWasOver(true)
  const location = useLocation()
  // Whose session ended comes back to where they were; who signed out is done there.
  if (!isLogged) return <Navigate to={wasOver ? loginAddress(location) : loginPath} replace />
  return hasTemporaryPassword ? <FirstPassword /> : <Shell />
}

function Shell() {
  const isPhone = useMedia('(max-width: 899px)')
  const isWide = useAppState(({ customization }) => customization.opened)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const may = useMay()
  useFocusKeeper()
  useHeadingFocus()
  useVisits()
  const room = isPhone ? 'shell-body phone' : isWide ? 'shell-body' : 'shell-body narrow'
  return (
    <PlacesProvider value={placesOf(pages, may)}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Sidebar isPhone={isPhone} isSheetOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <div className={room}>
        <Header isPhone={isPhone} onOpenSheet={() => setSheetOpen(true)} />
        <main id="content" tabIndex={-1} className="shell-main">
          <OfflineBanner />
          <Breadcrumbs />
          <OrderStatusLooks>
            <AskHost>
              <PageGate>
                <KnownResourcesContext value={knownResources}>
                  <Outlet />
                </KnownResourcesContext>
              </PageGate>
            </AskHost>
          </OrderStatusLooks>
        </main>
      </div>
      <Live />
      <ShellKeys />
      <ToastHost />
      <TipHost />
    </PlacesProvider>
  )
}

/** Whoever goes to another page is at its heading. */
function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusHeading()
  }, [pathname])
}
