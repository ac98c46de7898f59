import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { Navigate, Outlet, useLocation } from 'react-router'
import { OrderStatusStyles } from '#entities/order/order-status.tsx'
import { useMay, useViewing } from '#kit/access/access.tsx'
import { PlacesProvider } from '#kit/access/places.tsx'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { late } from '#kit/late.tsx'
import { lazily } from '#kit/lazily.tsx'
import { HistoriesContext, KnownResourcesContext } from '#kit/resource/define.ts'
import { focusHeading, useFocusKeeper } from '#kit/use-focus-keeper.ts'
import { useMedia } from '#kit/use-media.ts'
import { followPreferences } from '../own-preferences.ts'
import { loginAddress, loginPath } from '../paths.ts'
import { placesOf } from '../places.ts'
import { histories, knownResources } from '../resources.ts'
import { pages } from '../routes.ts'
import { type AppState, useAppState } from '../store.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { useCurrentPage } from './current-page.ts'
import { Header } from './header.tsx'
import { Live } from './live.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageGate } from './page-gate.tsx'
import { ProofHost } from './proof-host.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { Sidebar } from './sidebar.tsx'
import { Toasts } from './toasts.tsx'
import { useVisits } from './use-visits.ts'
import './shell.css'

const ViewBanner = lazily(() => import('./view-banner.tsx').then((module) => module.ViewBanner))

const FirstSecondFactor = lazily(() => import('../plain/first-second-factor.tsx').then((module) => module.FirstSecondFactor))

const FirstPassword = lazily(() => import('../plain/first-password.tsx').then((module) => module.FirstPassword))

const TipHost = late(() => import('#kit/layout/tip-host.tsx').then((module) => module.TipHost))

/** The one authenticated layout: sidebar, header, the page. Everything but login is inside it. */
export default function Layout() {
  const isLogged = useAppState(({ logged }) => logged.isLogged)
  const hasTemporaryPassword = useAppState(({ logged }) => logged.me?.mustChangePassword === true)
  const mustAddSecondFactor = useAppState(({ logged }) => logged.me?.mustAddSecondFactor === true)
  const isOver = useAppState(({ live }) => live.isSessionOver)
  const [wasOver, setWasOver] = useState(isOver)
  if (isOver && !wasOver) setWasOver(true)
  const location = useLocation()
  const store = useStore<AppState>()
  // The page stands in what local storage has, until it is known what another device chose.
  useLayoutEffect(() => followPreferences(store), [store])
  // Whose session ended comes back to where they were; who signed out is done there.
  if (!isLogged) return <Navigate to={wasOver ? loginAddress(location) : loginPath} replace />
  if (hasTemporaryPassword) return <FirstPassword />
  return (
    <>
      {mustAddSecondFactor ? <FirstSecondFactor /> : <Shell />}
      <ProofHost />
    </>
  )
}

function Shell() {
  const isPhone = useMedia('(max-width: 899px)')
  const isWide = useAppState(({ customization }) => customization.opened)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const may = useMay()
  const page = useCurrentPage()
  const isViewing = useViewing() !== null
  const conventions = useAppState(({ logged }) => JSON.stringify(logged.me?.installation.conventions))
  useFocusKeeper()
  useHeadingFocus()
  useVisits()
  const room = isPhone ? 'shell-body phone' : isWide ? 'shell-body' : 'shell-body narrow'
  return (
    <OrderStatusStyles>
      <PlacesProvider value={placesOf(pages, may)}>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <Sidebar isPhone={isPhone} isSheetOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
        <div className={room}>
          <Header isPhone={isPhone} onOpenSheet={() => setSheetOpen(true)} />
          <main id="content" tabIndex={-1} className="shell-main">
            {isViewing && <ViewBanner />}
            <OfflineBanner />
            <Breadcrumbs />
            <AskHost>
              <PageGate>
                <KnownResourcesContext value={knownResources}>
                  <HistoriesContext value={histories}>
                    <PlacesProvider value={placesOf(pages, may, page?.path)}>
                      {/* Drawn anew where the installation takes another way to write numbers, days and times. */}
                      <Outlet key={conventions} />
                    </PlacesProvider>
                  </HistoriesContext>
                </KnownResourcesContext>
              </PageGate>
            </AskHost>
          </main>
        </div>
        <Live />
        <ShellKeys />
        <Toasts />
        <TipHost />
      </PlacesProvider>
    </OrderStatusStyles>
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
