import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { useNotify } from '../notify.ts'

/** An id or a code: monospaced, copied on click. */
export function CopyText({ text, shown }: { text: string; shown?: ReactNode }) {
  const notify = useNotify()
  const copy = async (event: React.MouseEvent) => {
    event.stopPropagation()
    try {
      await navigator.clipboard.writeText(text)
      notify(`Copied ${text}`, 'info', 2000)
    } catch {
      notify('The browser did not allow copying', 'warning')
    }
  }
  return (
    <Tooltip title="Copy">
      <ButtonBase
        onClick={copy}
        aria-label={`Copy ${text}`}
        sx={{
          fontFamily: 'monospace',
          fontSize: 'inherit',
          whiteSpace: 'nowrap',
          px: 1,
          mx: -1,
          borderRadius: 0.5,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {shown ?? text}
      </ButtonBase>
    </Tooltip>
  )
}
