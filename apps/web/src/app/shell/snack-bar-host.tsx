import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { createPortal } from 'react-dom'
import { useDispatch } from 'react-redux'
import { snackBarHidden } from '#state/snack-bar.ts'
import { useAppState } from '../store.ts'

/** The `snackBar` slice on screen: coloured, gone by itself after its duration. */
export function SnackBarHost() {
  const { show, variant, message, duration } = useAppState(({ snackBar }) => snackBar)
  const dispatch = useDispatch()
  const hide = () => dispatch(snackBarHidden())
  // Put into the page anew with each message: what was there when a dialog opened is hidden from screen readers until it closes.
  return createPortal(
    <Snackbar
      // The next message starts its own time.
      key={message}
      open={show}
      autoHideDuration={duration}
      onClose={(_event, because) => because !== 'clickaway' && hide()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <Alert severity={variant} variant="standard" onClose={hide} sx={{ border: 1, borderColor: 'divider', boxShadow: 6, maxWidth: 480 }}>
        {message}
      </Alert>
    </Snackbar>,
    document.body,
  )
}
