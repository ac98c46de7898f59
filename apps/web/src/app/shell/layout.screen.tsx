import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useMay } from '#kit/access/access.tsx'
import { PlacesProvider } from '#kit/access/places.tsx'
import { AskHost } from '#kit/actions/ask-host.tsx'
import { OrderStatusLooks } from '#kit/cells/order-status.tsx'
import { loginPath } from '../paths.ts'
import { placesOf } from '../places.ts'
import { pages } from '../routes.tsx'
import { useAppState } from '../store.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Header, headerHeight } from './header.tsx'
import { Live } from './live.tsx'
import { PageGate } from './page-gate.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { Sidebar, sidebarWidths } from './sidebar.tsx'
import { SnackBarHost } from './snack-bar-host.tsx'
import { Style } from './style.tsx'

/** The one authenticated layout: sidebar, header, the page. Everything but login is inside it. */
export default function Layout() {
  const isLogged = useAppState(({ logged }) => logged.isLogged)
  return isLogged ? (
    <Style>
      <Shell />
    </Style>
  ) : (
    <Navigate to={loginPath} replace />
  )
}

function Shell() {
  const isPhone = useMediaQuery('(max-width: 899px)')
  const isWide = useAppState(({ customization }) => customization.opened)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const may = useMay()
  const width = isPhone ? 0 : isWide ? sidebarWidths.wide : sidebarWidths.narrow
  return (
    <PlacesProvider value={placesOf(pages, may)}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Sidebar isPhone={isPhone} isSheetOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <Box sx={{ ml: `${width}px`, transition: 'margin 200ms', minWidth: 0 }}>
        <Header isPhone={isPhone} onOpenSheet={() => setSheetOpen(true)} />
        <Box component="main" id="content" tabIndex={-1} sx={{ minHeight: `calc(100vh - ${headerHeight}px)`, outline: 'none' }}>
          <Breadcrumbs />
          <OrderStatusLooks>
            <AskHost>
              <PageGate>
                <Outlet />
              </PageGate>
            </AskHost>
          </OrderStatusLooks>
        </Box>
      </Box>
      <Live />
      <ShellKeys />
      <SnackBarHost />
    </PlacesProvider>
  )
}
