import type { ReactNode } from 'react'
import './tip.css'

interface TipProps {
  text: string
  side?: 'below' | 'beside'
  /** A finger reads it too: by a tap, in a row of a list by resting on it. */
  byTouch?: true
  children: ReactNode
}

/** Words on hover and focus, shown by the page's one `TipHost`. What is inside has its name without them. */
export function Tip({ text, side = 'below', byTouch, children }: TipProps) {
  return (
    <span className="tipped" data-tip={text} data-side={side} data-touch={byTouch}>
      {children}
    </span>
  )
}
