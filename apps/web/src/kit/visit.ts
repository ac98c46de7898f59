import type { Input, NamedEndpoint } from '@larder/contract'
import type { ComponentType } from 'react'
import type { OrderFilter } from '#state/dashboard.ts'
import type { Logged } from '#state/logged.ts'

/** An address that somebody who may see it is about to be shown. */
export interface Visit {
  address: URL
  params: Record<string, string | undefined>
  state: { logged: Logged; dashboard: { filter: OrderFilter } }
  /** Begins a read; the screen finds it under way. */
  read: <E extends NamedEndpoint>(endpoint: E, input: Input<E>) => void
  /** Leads to another path and query, where the address does not say enough to be shown. */
  redirect: (address: string) => never
}

/** Begins what a screen will read while the page around it is still being drawn. */
export type Prepare = (visit: Visit) => void

/** The module of a `*.screen.tsx`. */
export interface ScreenModule {
  default: ComponentType
  prepare?: Prepare
}
