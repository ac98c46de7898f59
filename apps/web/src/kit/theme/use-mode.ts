import { useSyncExternalStore } from 'react'
import { useSelector } from 'react-redux'
import type { Preference } from '#state/preference.ts'
import type { ResolvedMode } from './tokens.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** Light or dark: what the person chose, or what the system says. */
export function useMode(): ResolvedMode {
  const chosen = useSelector(({ preference }: { preference: Pick<Preference, 'mode'> }) => preference.mode)
  const isDark = useSyncExternalStore(subscribe, () => dark.matches)
  return chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen
}
