import type { Icon } from '@tabler/icons-react'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { type KeyName, keys } from '../keys.ts'
import { Tip } from './tip.tsx'
import './button.css'

export type Tone = 'primary' | 'neutral' | 'danger'

interface ButtonProps {
  children: ReactNode
  /** For a screen reader, where the words on it are shared with others; it begins with them. */
  name?: string
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
  onClick?: (event: MouseEvent<HTMLElement>) => void
  fullWidth?: boolean
  /** It is chosen, of several. */
  pressed?: boolean
  /** The key that does the same, shown beside the words. */
  keys?: KeyName
  /** The form that it submits, where it stands outside of it. */
  form?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button; the one likely act of a screen is `primary`. One that can't be pressed says why. */
export function Button(props: ButtonProps) {
  const {
    children,
    name,
    tone = 'neutral',
    icon: Icon,
    size = 'medium',
    to,
    type = 'button',
    busy,
    because,
    onClick,
    fullWidth,
    pressed,
    keys: key,
    form,
    ref,
  } = props
  const isOff = props.disabled || busy || Boolean(because)
  const className = ['button', tone, size, busy && 'busy', fullWidth && 'wide'].filter(Boolean).join(' ')
  const content = (
    <>
      {Icon && <Icon size={18} aria-hidden />}
      {children}
      {key && <kbd aria-hidden>{keys[key].shown}</kbd>}
    </>
  )
  if (to && !isOff)
    return (
      <Link className={className} aria-label={name} to={to} onClick={onClick}>
        {content}
      </Link>
    )
  return (
    <button
      ref={ref}
      type={type}
      className={className}
      // A refused act stays reachable by keyboard, so that its reason can be read; a running one keeps the focus that started it.
      disabled={isOff && !because && !busy}
      aria-label={name}
      aria-disabled={isOff}
      aria-busy={busy}
      aria-pressed={pressed}
      aria-keyshortcuts={key && keys[key].press}
      data-key={key}
      form={form}
      aria-description={because ?? undefined}
      // On the button itself: what becomes impossible stays the very element that has the focus.
      data-tip={because ?? undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {content}
    </button>
  )
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
  /** The key that does the same. */
  keys?: KeyName
}

export function IconButton({ label, icon: Icon, onClick, disabled, size = 'medium', pressed, expanded, keys: key }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        className={`icon-button ${size}`}
        aria-label={label}
        aria-pressed={pressed}
        aria-expanded={expanded}
        aria-keyshortcuts={key && keys[key].press}
        data-key={key}
        disabled={disabled ?? false}
        onClick={onClick}
      >
        <Icon size={size === 'small' ? 18 : 20} aria-hidden />
      </button>
    </Tip>
  )
}
