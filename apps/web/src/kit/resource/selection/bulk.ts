import type { NamedEndpoint, Permission } from '@larder/contract'
import type { ReactNode } from 'react'
import type { Action } from '../../actions/action.ts'
import type { BaseRow } from '../../row.ts'

/** An act over the selected rows of a list: the act on one, done with each in turn. */
export interface BulkAct<in R> {
  act: Action<R>
  /** What is done with how many, before their number: "Assign a rider to"; without it the act's own label. */
  before?: string
  /** What is said of it besides which rows they are. */
  about?: string
  /** What each is then: "3 paused". */
  done: string
  /** Why a row is left out, after "not:": "already closed". What the server says is not allowed is left out by itself. */
  unless?: (row: R) => string | null
  /** The contract's act over many: with it, all rows that match can be chosen, and the server does them as a task. */
  many?: NamedEndpoint
}

/** What stands among the acts over rows and is no act on each: one paper of all of them. */
interface BulkControl<in R> {
  permission: Permission
  control: (rows: readonly R[]) => ReactNode
}

export interface BulkActs<in R> {
  acts: readonly BulkAct<R>[]
  controls: readonly BulkControl<R>[]
}

/** The same, fetched once rows are selected: a list whose first view has no room for it says who has any of it. */
export interface BulkLater<in R> {
  permissions: readonly Permission[]
  load: () => Promise<BulkActs<R>>
}

/** Why an act leaves a row out; null when it doesn't. */
export function whyLeftOut<R extends BaseRow>({ act, unless }: BulkAct<R>, row: R): string | null {
  const allowed = row.allowed?.find(({ action }) => action === act.key)
  if (row.allowed && !allowed) return 'not yours to change'
  return allowed?.because ?? unless?.(row) ?? null
}

/** How it went with all of them, for the person who asked: `3 paused, 2 not: 1 already closed, 1 suspended`. */
export function outcomeWords(done: string, reasons: readonly (string | null)[]): string {
  const refused = reasons.filter((each) => each !== null).map((reason) => reason.replace(/\.$/, ''))
  const words = `${reasons.length - refused.length} ${done}`
  if (refused.length === 0) return words
  const kinds = [...Map.groupBy(refused, (reason) => reason)].map(([reason, of]) => [reason, of.length] as const)
  const told = kinds.map(([reason, count]) => {
    // A sentence has its subject: "1 Sea Shack began …" would count those.
    if (/^\p{Lu}/u.test(reason)) return count > 1 ? `${count}: ${reason}` : reason
    return kinds.length > 1 ? `${count} ${reason}` : reason
  })
  return `${words}, ${refused.length} not: ${told.join(', ')}`
}

const namedRows = 5

/** Which they are, and how many of those selected are none of them. */
export function whichWords(titles: readonly string[], selected: number): string {
  const named = titles.slice(0, namedRows).join(', ')
  const more = titles.length > namedRows ? ` and ${titles.length - namedRows} more` : ''
  const left = selected - titles.length
  return `${named}${more}.${left > 0 ? ` ${left} of the ${selected} selected ${left === 1 ? 'is' : 'are'} left out.` : ''}`
}
