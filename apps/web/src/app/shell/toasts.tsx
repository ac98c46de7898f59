import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { sendHeld, undoHeld } from '#api/held.ts'
import { useKey } from '#kit/keys.ts'
import { soon } from '#kit/lazily.tsx'
import { snackBarHidden } from '#state/snack-bar.ts'
import { type Toast, toastDismissed } from '#state/toasts.ts'
import { useAppState } from '../store.ts'

const ToastHost = soon(() => import('./toast-host.tsx').then((module) => module.ToastHost))

/** What was told and still stands, the newest at the bottom; the `snackBar` slice is the newest of them. Its keys work from the first moment on. */
export function Toasts() {
  const { list, shown } = useAppState(({ toasts }) => toasts)
  const dispatch = useDispatch()
  const [wasTold, setWasTold] = useState(false)
  if (list.length > 0 && !wasTold) setWasTold(true)
  const dismiss = (toast: Toast) => dispatch(toast.id === shown ? snackBarHidden() : toastDismissed(toast.id))
  const close = (toast: Toast) => {
    if (toast.act && 'held' in toast.act) sendHeld(toast.act.held)
    dismiss(toast)
  }
  useKey('close', () => {
    const newest = list.at(-1)
    if (newest) close(newest)
  })
  const undoable = list.findLast(({ act }) => act !== null && 'held' in act)
  const undo = (held: string) => undoHeld(dispatch, held)
  useKey('undo', undoable?.act && 'held' in undoable.act ? undo.bind(null, undoable.act.held) : null)
  return wasTold && <ToastHost list={list} onEnd={dismiss} onClose={close} />
}
