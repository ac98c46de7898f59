import type { LocalDate } from '@larder/contract'
import type { ReactNode } from 'react'

export interface FilterInputProps {
  /** Values of the keys that this filter owns, as text; empty = not set. */
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  label: string
}

/** One way to cut a list. `keys` are the query's keys that it sets. */
export interface Filter<out K extends string> {
  keys: readonly K[]
  label: string
  /** The search box stands in the bar itself, the others behind "Filter"; what a link alone sets is a chip once it is set, to be cleared. */
  kind: 'search' | 'filter' | 'link'
  input: (props: FilterInputProps) => ReactNode
  /** The chip's words for what is set. */
  words: (values: readonly string[]) => ReactNode
  /** What the API is asked, where the address says it in words that move with the calendar. */
  asked?: (values: readonly string[], today: LocalDate) => readonly string[]
}
