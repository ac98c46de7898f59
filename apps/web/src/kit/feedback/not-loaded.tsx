import { useContext, useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { snackBarShown } from '#state/snack-bar.ts'
import { Button } from '../layout/button.tsx'
import { Again } from './again.ts'
import { Alert } from './alert.tsx'
import './patient-styles.ts'

const words = 'This part could not be loaded. The connection may be down, or Larder was updated.'

/** In the place of a part whose code could not be had; of what lies over the page (`onClose`) a message says it, and the page is free again. */
export function NotLoaded({ onClose }: { onClose?: () => void }) {
  const dispatch = useDispatch()
  const again = useContext(Again)
  const isOver = onClose !== undefined
  useEffect(() => {
    if (!isOver) return
    dispatch(snackBarShown({ message: `${words} Open it again.`, variant: 'error' }))
    onClose()
  }, [isOver, onClose, dispatch])
  if (isOver) return null
  return (
    <Alert
      tone="error"
      action={
        <Button size="small" onClick={again}>
          Try again
        </Button>
      }
    >
      {words}
    </Alert>
  )
}
