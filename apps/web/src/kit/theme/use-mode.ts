import { useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import type { Preference } from '#state/preference.ts'
import type { ResolvedMode } from './tokens.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')
// Asked once, then only told: Chromium drops the event of a change whose result was read before it was due, and
// whoever is drawn anew just then would keep the news from all others.
let { matches: isSystemDark } = dark
dark.addEventListener('change', ({ matches }) => {
  isSystemDark = matches
})

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** Light or dark: what the person chose, or what the system says. */
export function useMode(): ResolvedMode {
  const chosen = useSelector(({ preference }: { preference: Pick<Preference, 'mode'> }) => preference.mode)
  const isDark = useSyncExternalStore(subscribe, () => isSystemDark)
  return chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen
}
