import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDispatch } from 'react-redux'
import { heldMs, undoHeld } from '#api/held.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Button } from '#kit/layout/button.tsx'
import type { ToastAct } from '#state/snack-bar.ts'
import type { Toast } from '#state/toasts.ts'
import './shell.css'

interface ToastHostProps {
  list: readonly Toast[]
  onEnd: (toast: Toast) => void
  onClose: (toast: Toast) => void
}

/** What was told and still stands, the newest at the bottom. */
export function ToastHost({ list, onEnd, onClose }: ToastHostProps) {
  const host = useRef<HTMLDivElement>(null)
  const news = useRef<HTMLDivElement>(null)
  // An open dialog hides what is beside it from screen readers; what is told from now on is for them as well.
  useLayoutEffect(() => {
    if (list.length > 0) for (const { current } of [host, news]) current?.removeAttribute('aria-hidden')
    // The page is as much longer, with the pixels below and above them: what lies there can be scrolled out from under it.
    lengthen('--told', host.current, 32)
    lengthen('--news', news.current, 120)
    return () => {
      lengthen('--told', null, 0)
      lengthen('--news', null, 0)
    }
  }, [list])
  if (list.length === 0) return null
  const messages = (told: readonly Toast[]) =>
    told.map((toast) => <Message key={toast.id} toast={toast} onEnd={() => onEnd(toast)} onClose={() => onClose(toast)} />)
  return createPortal(
    <>
      <div className="toasts" ref={host}>
        {messages(list.filter((toast) => toast.news === 0))}
      </div>
      <div className="toasts news" ref={news}>
        {messages(list.filter((toast) => toast.news > 0))}
      </div>
    </>,
    document.body,
  )
}

function lengthen(name: string, place: HTMLElement | null, margins: number): void {
  const height = place?.offsetHeight
  document.documentElement.style.setProperty(name, height ? `${height + margins}px` : '0px')
}

function Message({ toast: { variant, message, duration, act }, onEnd, onClose }: { toast: Toast; onEnd: () => void; onClose: () => void }) {
  const isHeld = act !== null && 'held' in act
  const holding = useHideAfter(isHeld ? Number.POSITIVE_INFINITY : duration, onEnd)
  return (
    <div className="snack" {...holding} onClickCapture={useFreshGuard()}>
      <Alert tone={variant} onClose={onClose} isFloating {...(act && { action: <Act act={act} onUsed={onEnd} /> })}>
        {message}
      </Alert>
      {isHeld && <span aria-hidden className="snack-time" style={{ animationDuration: `${heldMs}ms` }} />}
    </div>
  )
}

/** What can be done about it; a record that this person can't be shown has no way there. */
function Act({ act, onUsed }: { act: ToastAct; onUsed: () => void }) {
  const dispatch = useDispatch()
  const places = usePlaces()
  if ('held' in act)
    return (
      <Button size="small" keys="undo" onClick={() => undoHeld(dispatch, act.held)}>
        {act.label}
      </Button>
    )
  if ('run' in act) {
    const use = () => {
      onUsed()
      act.run()
    }
    return (
      <Button size="small" onClick={use}>
        {act.label}
      </Button>
    )
  }
  const to = places.recordPath(act.entity, act.id)
  return (
    to && (
      <Button size="small" to={to} onClick={onUsed}>
        {act.label}
      </Button>
    )
  )
}

const guardedMs = 400

/** It appears where somebody may just be pressing: the press that was meant for what stood there does nothing here, nor its second half. */
function useFreshGuard() {
  const [shownAt] = useState(() => performance.now())
  return (event: MouseEvent) => {
    if (event.detail === 0 || (event.detail === 1 && performance.now() - shownAt > guardedMs)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Hides after the duration; not while the pointer or the keyboard is on it, and half a duration afterwards at the earliest. */
function useHideAfter(duration: number, hide: () => void) {
  const [isHeld, setHeld] = useState(false)
  const [rest, setRest] = useState(duration)
  const end = useEffectEvent(hide)
  // One that stood until it was closed may get an end.
  useEffect(() => setRest(duration), [duration])
  useEffect(() => {
    if (isHeld || !Number.isFinite(rest)) return
    const timer = setTimeout(() => end(), rest)
    return () => clearTimeout(timer)
  }, [isHeld, rest])
  const hold = () => setHeld(true)
  const release = () => {
    setHeld(false)
    setRest(duration / 2)
  }
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}
