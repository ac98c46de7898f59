import type { Icon } from '@tabler/icons-react'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { Tip } from './tip.tsx'
import './button.css'

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
  const className = ['button', tone, size, busy && 'busy', fullWidth && 'wide'].filter(Boolean).join(' ')
  const content = (
    <>
      {Icon && <Icon size={18} aria-hidden />}
      {children}
    </>
  )
  if (to && !isOff)
    return (
      <Link className={className} to={to} onClick={onClick}>
        {content}
      </Link>
    )
  const button = (
    <button
      ref={ref}
      type={type}
      className={className}
      // A refused act stays reachable by keyboard, so that its reason can be read.
      disabled={isOff && !because}
      aria-disabled={isOff}
      aria-busy={busy}
      aria-description={because ?? undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {content}
    </button>
  )
  return because ? <Tip text={because}>{button}</Tip> : button
}

interface IconButtonProps {
  /** What it does: the tooltip and the name for a screen reader. */
  label: string
  icon: Icon
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  disabled?: boolean
  size?: 'small' | 'medium'
  pressed?: boolean
  expanded?: boolean
}

export function IconButton({ label, icon: Icon, onClick, disabled, size = 'medium', pressed, expanded }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        className={`icon-button ${size}`}
        aria-label={label}
        aria-pressed={pressed}
        aria-expanded={expanded}
        disabled={disabled ?? false}
        onClick={onClick}
      >
        <Icon size={size === 'small' ? 18 : 20} aria-hidden />
      </button>
    </Tip>
  )
}
