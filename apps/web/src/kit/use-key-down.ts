import { useEffect, useEffectEvent } from 'react'

/** Hears every key that is pressed, wherever on the page. */
export function useKeyDown(act: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
