import type { ReactNode } from 'react'
import './text.css'

export type TextSize = 12 | 13 | 14 | 16 | 20 | 28
export type TextTone = 'default' | 'muted' | 'accent' | 'good' | 'warning' | 'bad' | 'info'

interface TextProps {
  children: ReactNode
  size?: TextSize
  weight?: 400 | 500 | 600
  tone?: TextTone
  /** The element: a heading where it heads something. */
  as?: 'span' | 'p' | 'div' | 'h1' | 'h2' | 'h3' | 'dt' | 'dd' | 'li' | 'time'
  /** One line, cut with an ellipsis. */
  cut?: boolean
  align?: 'left' | 'right' | 'center'
  mono?: boolean
  title?: string
  id?: string
}

/** Text in one of the six sizes; figures are tabular. */
export function Text(props: TextProps) {
  const { children, size = 14, weight = 400, tone = 'default', as: Element = 'span', cut, align, mono, title, id } = props
  const classes = ['text', `text-${size}`, `weight-${weight}`, `tone-${tone}`, cut && 'cut', mono && 'mono', align && `align-${align}`]
  return (
    <Element className={classes.filter(Boolean).join(' ')} title={title} id={id}>
      {children}
    </Element>
  )
}
