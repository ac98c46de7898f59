import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'

interface PopoutProps {
  label: string
  /** What it hangs from; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
  width: number
  /** Which of its edges is in line with the anchor's. */
  align?: 'left' | 'right'
  children: ReactNode
}

/** A small window that hangs from the button that opened it. */
export function Popout({ label, anchor, onClose, width, align = 'right', children }: PopoutProps) {
  if (!anchor) return null
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: align }}
      transformOrigin={{ vertical: 'top', horizontal: align }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width } } }}
    >
      {children}
    </Popover>
  )
}
