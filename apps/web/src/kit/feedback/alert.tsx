import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../layout/button.tsx'
import './alert.css'

export type AlertTone = 'success' | 'info' | 'warning' | 'error'

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle } as const

interface AlertProps {
  tone: AlertTone
  children: ReactNode
  action?: ReactNode
  onClose?: () => void
  /** Lies over the page instead of in it. */
  isFloating?: boolean
}

/**
 * Says something to screen readers too: an icon in its colour, the words, what can be done about it. Over the page a good message waits
 * until the reader has finished its sentence.
 */
export function Alert({ tone, children, action, onClose, isFloating }: AlertProps) {
  const Icon = icons[tone]
  const isPolite = isFloating && (tone === 'success' || tone === 'info')
  return (
    <div role={isPolite ? 'status' : 'alert'} className={`alert ${tone}${isFloating ? ' floating' : ''}`}>
      <Icon size={22} aria-hidden />
      <div className="alert-words">{children}</div>
      {(action || onClose) && (
        <div className="alert-acts">
          {action}
          {onClose && <IconButton label="Close" icon={IconX} size="small" onClick={onClose} />}
        </div>
      )}
    </div>
  )
}
