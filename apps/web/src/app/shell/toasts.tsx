import { lazy, Suspense } from 'react'
import { useDispatch } from 'react-redux'
import { sendHeld, undoHeld } from '#api/held.ts'
import { useSettled } from '#api/settled.ts'
import { useKey } from '#kit/keys.ts'
import { patiently } from '#kit/patiently.ts'
import { snackBarHidden } from '#state/snack-bar.ts'
import { type Toast, toastDismissed } from '#state/toasts.ts'
import { useAppState } from '../store.ts'

// Without it there is no message, and that it is missing could be told nowhere.
const ToastHost = lazy(async () => ({ default: (await patiently(() => import('./toast-host.tsx'))).ToastHost }))

/** What was told and still stands, the newest at the bottom; the `snackBar` slice is the newest of them. Its keys work from the first moment on. */
export function Toasts() {
  const { list, shown } = useAppState(({ toasts }) => toasts)
  const dispatch = useDispatch()
  const isSettled = useSettled()
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
  return <Suspense>{(isSettled || list.length > 0) && <ToastHost list={list} onEnd={dismiss} onClose={close} />}</Suspense>
}
