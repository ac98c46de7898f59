import type { Input, NamedEndpoint } from '@larder/contract'
import type { ComponentType } from 'react'
import type { OrderFilter } from '#state/dashboard.ts'
import type { Logged } from '#state/logged.ts'
import type { ReviewFilter } from '#state/review.ts'
import type { HistoryWords } from './resource/record/history-words.ts'

/** An address that somebody who may see it is about to be shown. */
export interface Visit {
  address: URL
  params: Record<string, string | undefined>
  state: { logged: Logged; dashboard: { filter: OrderFilter }; review: { filter: ReviewFilter } }
  /** Begins a read, of what this person may read; the screen finds it under way. */
  read: <E extends NamedEndpoint>(endpoint: E, input: Input<E>) => void
  /** Leads to another path and query, where the address does not say enough to be shown. */
  redirect: (address: string) => never
}

/** Begins what a screen will read while the page around it is still being drawn. */
export type Prepare = (visit: Visit) => void

/** How the history of a record speaks, by its id, amounts in `currency`: where entries of all records stand side by side. */
export type HistoryOf = (id: string, currency: string) => HistoryWords

/** The module of a `*.screen.tsx`. */
export interface ScreenModule {
  default: ComponentType
  prepare?: Prepare
  /** Of the records that it shows. */
  history?: HistoryOf
}
