import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useDispatch } from 'react-redux'
import { confirmSessionOver } from '#api/session.ts'
import { useAppState } from '../store.ts'
import '../theme/plain.css'

/** HTTP 403 was answered: the words are the specification's (section 8). Only OK closes it. */
export function SessionOver() {
  'use no memo'
  const isOver = useAppState(({ live }) => live.isSessionOver)
  const dispatch = useDispatch()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOver && !dialog.current?.open) dialog.current?.showModal()
  }, [isOver])
  if (!isOver) return null
  // Beside what an open form hides from screen readers, not within it.
  return createPortal(
    <dialog
      ref={dialog}
      className="plain-dialog"
      role="alertdialog"
      aria-labelledby="session-over-title"
      aria-describedby="session-over-text"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-over-title">Session Expired</h2>
      <p id="session-over-text">Your session has expired! Please login to continue.</p>
      <button type="button" className="plain-button" onClick={() => confirmSessionOver(dispatch)}>
        OK
      </button>
    </dialog>,
    document.body,
  )
}
