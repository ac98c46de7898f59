import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Text, type TextTone } from './text.tsx'
import './surface.css'

interface FigureProps {
  label: string
  value: ReactNode
  hint?: ReactNode
  /** The list behind the figure. */
  to?: string | null
  tone?: TextTone
}

/** One figure that says what it counts; it tints for a second when it changes and leads to what is behind it. */
export function Figure({ label, value, hint, to, tone }: FigureProps) {
  const isTinted = useTint(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const className = isTinted ? 'surface figure-card tinted' : 'surface figure-card'
  const content = (
    <>
      <Text as="div" size={13} tone="muted">
        {label}
      </Text>
      <Text as="div" size={28} weight={600} tone={tone}>
        {value}
      </Text>
      {hint && (
        <Text as="div" size={12} tone="muted">
          {hint}
        </Text>
      )}
    </>
  )
  return to ? (
    <Link className={className} to={to}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  )
}

const tintMs = 1000

/** True for a second after the value became another one; never for the first. */
function useTint(value: string): boolean {
  const [shown, setShown] = useState(value)
  const [isTinted, setTinted] = useState(false)
  if (shown !== value) {
    setShown(value)
    setTinted(shown !== '')
  }
  useEffect(() => {
    if (!isTinted) return
    const timer = setTimeout(() => setTinted(false), tintMs)
    return () => clearTimeout(timer)
  }, [isTinted])
  return isTinted
}
