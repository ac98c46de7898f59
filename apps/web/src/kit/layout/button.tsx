import MuiButton from '@mui/material/Button'
import MuiIconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'

export type Tone = 'primary' | 'neutral' | 'danger'

interface ButtonProps {
  children: ReactNode
  tone?: Tone
  icon?: Icon
  size?: 'small' | 'medium'
  /** A link that looks like a button. */
  to?: string
  type?: 'button' | 'submit'
  /** Text of a running act: the button can't be pressed again. */
  busy?: boolean
  disabled?: boolean
  /** Why it can't be pressed, on hover and focus. */
  because?: string | null
  onClick?: () => void
  fullWidth?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button; the one likely act of a screen is `primary`. One that can't be pressed says why. */
export function Button(props: ButtonProps) {
  const { children, tone = 'neutral', icon: Icon, size = 'medium', to, type = 'button', busy, because, onClick, fullWidth, ref } = props
  const isOff = props.disabled || busy || Boolean(because)
  const button = (
    <MuiButton
      ref={ref}
      variant={tone === 'primary' ? 'contained' : 'outlined'}
      color={tone === 'danger' ? 'error' : tone === 'primary' ? 'primary' : 'inherit'}
      size={size}
      type={type}
      startIcon={Icon && <Icon size={18} aria-hidden />}
      loading={busy ?? false}
      fullWidth={fullWidth ?? false}
      // A refused act stays reachable by keyboard, so that its reason can be read.
      disabled={isOff && !because}
      aria-disabled={isOff}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      sx={because ? { opacity: 0.55, cursor: 'not-allowed' } : undefined}
      {...(to && !isOff ? { component: Link, to } : {})}
    >
      {children}
    </MuiButton>
  )
  return because ? <Tip text={because}>{button}</Tip> : button
}

interface IconButtonProps {
  /** What it does: the tooltip and the name for a screen reader. */
  label: string
  icon: Icon
  onClick?: (event: React.MouseEvent<HTMLButtonElement>) => void
  disabled?: boolean
  size?: 'small' | 'medium'
  pressed?: boolean
  expanded?: boolean
}

export function IconButton({ label, icon: Icon, onClick, disabled, size = 'medium', pressed, expanded }: IconButtonProps) {
  return (
    <Tip text={label}>
      <MuiIconButton
        aria-label={label}
        aria-pressed={pressed}
        aria-expanded={expanded}
        size={size}
        disabled={disabled ?? false}
        onClick={onClick}
        color={pressed ? 'primary' : 'default'}
      >
        <Icon size={size === 'small' ? 18 : 20} aria-hidden />
      </MuiIconButton>
    </Tip>
  )
}

/** Words on hover and focus. */
export function Tip({ text, children }: { text: ReactNode; children: React.ReactElement }) {
  return (
    <Tooltip title={text} enterDelay={300} describeChild>
      {children}
    </Tooltip>
  )
}
