import { useDispatch } from 'react-redux'
import { type SnackVariant, snackBarShown } from '#state/snack-bar.ts'

/** Shows the snackbar: a message, its colour, how long it stays (4000 ms unless told). */
export function useNotify(): (message: string, variant?: SnackVariant, durationMs?: number) => void {
  const dispatch = useDispatch()
  return (message, variant = 'success', durationMs) => {
    dispatch(snackBarShown({ message, variant, ...(durationMs !== undefined && { duration: durationMs }) }))
  }
}
