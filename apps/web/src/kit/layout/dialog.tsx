import MuiDialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Boundary } from '../feedback/boundary.tsx'
import { useKey } from '../keys.ts'
import { Style } from '../theme/style.tsx'
import { useMedia } from '../use-media.ts'
import { FirstFocus } from './first-focus.tsx'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
  /** Pixels at most; a phone shows it over the whole screen when it is wide. */
  width?: number
  /** Makes the dialog a form; Enter submits it. */
  onSubmit?: () => void
}

// The second press of a double click on what opened it falls beside it.
const settlesMs = 400

/** A dialog: focus stays inside, Escape closes it, focus goes back to where it was. */
export function Dialog({ title, open, onClose, actions, children, width = 480, onSubmit }: DialogProps) {
  const id = useId()
  useKey('submit', onSubmit ?? null, () => document.getElementById(id))
  const isPhone = useMedia('(max-width: 599px)')
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  const submit = onSubmit && {
    component: 'form' as const,
    noValidate: true,
    onSubmit: (event: React.FormEvent) => {
      event.preventDefault()
      // A dialog opened from inside a form must not submit that form as well.
      event.stopPropagation()
      onSubmit()
    },
  }
  return (
    <Style>
      <MuiDialog
        open={open}
        onClose={(_, reason) => {
          if (reason === 'escapeKeyDown' || performance.now() - openedAt.current > settlesMs) onClose()
        }}
        fullWidth
        fullScreen={isPhone && width > 480}
        maxWidth={false}
        aria-labelledby={id}
        slotProps={{ paper: { sx: { maxWidth: width }, ...submit } }}
      >
        <DialogTitle id={id} tabIndex={-1} sx={{ outline: 'none', fontSize: 16, fontWeight: 600, pb: 2 }}>
          {title}
        </DialogTitle>
        <DialogContent dividers={actions !== undefined}>
          <Boundary>{children}</Boundary>
          <FirstFocus />
        </DialogContent>
        {actions && <DialogActions sx={{ px: 6, py: 3 }}>{actions}</DialogActions>}
      </MuiDialog>
    </Style>
  )
}
