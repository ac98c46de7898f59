import type { ReactNode } from 'react'

/** A card of a record's screen; `main` is the work, `side` the context. */
export interface Panel<in R> {
  title: string
  side: 'main' | 'side'
  /** Content goes up to the card's edges. */
  flush?: true
  render: (record: R) => ReactNode
}
