import type { StartedTask } from '@larder/contract'
import { useDispatch } from 'react-redux'
import { noAnswer } from '#api/transport.ts'
import { type SnackVariant, snackBarShown, type ToastAct } from '#state/snack-bar.ts'

type Notify = (message: string, variant?: SnackVariant, durationMs?: number, act?: ToastAct) => void

/** Shows the snackbar: a message, its colour, how long it stays (4000 ms unless told; an error until it is closed, that the server did not answer until it does), what can be done about it. */
export function useNotify(): Notify {
  const dispatch = useDispatch()
  return (message, variant = 'success', durationMs = variant === 'error' ? Number.POSITIVE_INFINITY : undefined, act) => {
    const isUnanswered = variant === 'error' && message.endsWith(noAnswer)
    dispatch(snackBarShown({ message, variant, ...(durationMs !== undefined && { duration: durationMs }) }, act, isUnanswered))
  }
}

/** Shows that a task runs, and where its progress can be seen. */
export function useNotifyStarted(): (task: StartedTask) => void {
  const notify = useNotify()
  return ({ title }) => notify(`${title}: its progress stands in the header`, 'info')
}

/** Says that a record was added, with the way to it. */
export function useNotifyAdded({ entity, label: [one] }: { entity: string; label: readonly [string, string] }): (id: string) => void {
  const notify = useNotify()
  return (id) => notify(`${one} added`, 'success', undefined, { label: 'View', entity, id })
}
