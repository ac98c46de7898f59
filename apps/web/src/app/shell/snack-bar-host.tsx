import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { useDispatch } from 'react-redux'
import { snackBarHidden } from '#state/snack-bar.ts'
import { useAppState } from '../store.ts'

/** The `snackBar` slice on screen: coloured, gone by itself after its duration. */
export function SnackBarHost() {
  const { show, variant, message, duration } = useAppState(({ snackBar }) => snackBar)
  const dispatch = useDispatch()
  const hide = () => dispatch(snackBarHidden())
  return (
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
    </Snackbar>
  )
}
