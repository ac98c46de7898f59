import { useEffect, useEffectEvent } from 'react'

/** Hears every key that is pressed, wherever on the page; `capture` hears it before everybody else. */
export function useKeyDown(act: (event: KeyboardEvent) => void, capture = false): void {
  const onKey = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, capture)
    return () => document.removeEventListener('keydown', listener, capture)
  }, [capture])
}
