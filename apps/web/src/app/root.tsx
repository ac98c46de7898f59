import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { useShownNames } from '#kit/page-title.ts'
import { type ResolvedMode, tokens } from '#kit/theme/tokens.ts'
import { useMode } from '#kit/theme/use-mode.ts'
import type { Customization } from '#state/customization.ts'
import { SessionOver } from './plain/session-over.tsx'
import { useAppState } from './store.ts'

/** What every page has, signed in or not: colours, title, progress bar, scrolling to the top, the Session Expired dialog. */
export function Root() {
  const { state } = useNavigation()
  useTokens()
  useTitle()
  useScrollToTop()
  return (
    <>
      {state === 'loading' && <RouteProgress />}
      <Outlet />
      <SessionOver />
    </>
  )
}

/** A page is on its way. */
export function RouteProgress() {
  'use no memo'
  return <div className="progress" role="progressbar" aria-label="Loading" />
}

function useTokens(): void {
  const mode = useMode()
  const customization = useAppState((state) => state.customization)
  // With the library's own colours, never a frame after them.
  useLayoutEffect(() => applyTokens(mode, customization), [mode, customization])
}

function useScrollToTop(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    // The first page is at its top already.
    if (shown.current === pathname) return
    shown.current = pathname
    const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })
    const watch = new AbortController()
    // A page that shrinks while it scrolls ends the scroll on its way: it goes on, unless somebody took the scroll in hand.
    document.addEventListener('scrollend', () => window.scrollY > 0 && toTop(), { signal: watch.signal, once: true })
    for (const taken of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      document.addEventListener(taken, () => watch.abort(), { signal: watch.signal, capture: true, passive: true })
    }
    toTop()
    return () => watch.abort()
  }, [pathname])
}

/** "(3) Orders · Larder": unhandled orders, the record's name, the page, the marketplace. */
function useTitle(): void {
  const handle = useMatches().at(-1)?.handle as { title?: string } | undefined
  const { title: shown } = useShownNames()
  const unhandled = useAppState(({ live }) => live.unhandled)
  const name = useAppState(({ logged }) => logged.me?.installation.name ?? 'Larder')
  const title = [shown, handle?.title, name].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = unhandled > 0 ? `(${unhandled}) ${title}` : title
  }, [title, unhandled])
}

/** Puts colours, font and radius on the page as custom properties, for what is styled before (and without) the component library. */
function applyTokens(mode: ResolvedMode, { fontFamily, borderRadius }: Pick<Customization, 'fontFamily' | 'borderRadius'>): void {
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(tokens[mode])) style.setProperty(`--${name}`, colour)
  style.setProperty('--font', fontFamily)
  style.setProperty('--radius', `${borderRadius}px`)
  style.colorScheme = mode
}
