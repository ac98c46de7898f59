import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDispatch } from 'react-redux'
import { Alert } from '#kit/feedback/alert.tsx'
import { useKeyDown } from '#kit/use-key-down.ts'
import { type SnackBar, snackBarHidden } from '#state/snack-bar.ts'
import { useAppState } from '../store.ts'
import './shell.css'

/** The `snackBar` slice on screen: coloured, gone by itself after its duration. */
export function SnackBarHost() {
  const snackBar = useAppState((state) => state.snackBar)
  // Put into the page anew with each message: it starts its own time, and what was there when a dialog opened is hidden from screen
  // readers until it closes.
  return snackBar.show && createPortal(<Message key={snackBar.message} snackBar={snackBar} />, document.body)
}

function Message({ snackBar: { variant, message, duration } }: { snackBar: SnackBar }) {
  const dispatch = useDispatch()
  const hide = () => dispatch(snackBarHidden())
  const holding = useHideAfter(duration, hide)
  return (
    <div className="snack" {...holding}>
      <Alert tone={variant} onClose={hide} isFloating>
        {message}
      </Alert>
    </div>
  )
}

/** Hides after the duration, and on Escape; not while the pointer or the keyboard is on it, and half a duration afterwards at the earliest. */
function useHideAfter(duration: number, hide: () => void) {
  const [isHeld, setHeld] = useState(false)
  const [rest, setRest] = useState(duration)
  const end = useEffectEvent(hide)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => end(), rest)
    return () => clearTimeout(timer)
  }, [isHeld, rest])
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) hide()
  })
  const hold = () => setHeld(true)
  const release = () => {
    setHeld(false)
    setRest(duration / 2)
  }
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}
