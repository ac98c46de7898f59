import MuiPopover from '@mui/material/Popover'
import type { ReactNode } from 'react'
import { Style } from '../theme/style.tsx'

interface PopoutProps {
  label: string
  anchor: HTMLElement
  onClose: () => void
  /** Which of its edges is in line with the anchor's. */
  align: 'left' | 'right'
  /** Pixels. */
  width: number
  maxHeight?: string
  children: ReactNode
}

export function FloatingPopout({ label, anchor, onClose, align, width, maxHeight, children }: PopoutProps) {
  return (
    <Style>
      <MuiPopover
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: align }}
        transformOrigin={{ vertical: 'top', horizontal: align }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width, maxWidth: 'calc(100vw - 32px)', maxHeight, p: 4 } },
        }}
      >
        {children}
      </MuiPopover>
    </Style>
  )
}
