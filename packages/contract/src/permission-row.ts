import type { AccountPage } from './account-pages.ts'

/** The eight verbs that a permission may carry. */
export const verbs = ['view', 'create', 'edit', 'delete', 'approve', 'export', 'operate', 'reveal'] as const
export type Verb = (typeof verbs)[number]

/** Whose people could check what they make: `maker` is the verb that makes, `approve` the one that checks. */
interface Conflict {
  maker: Verb
  /** What one person could do who has both. */
  why: string
}

/** All that is decided of the permissions of a resource. */
export interface PermissionRow {
  label: string
  /** The verbs that exist for it, and what `operate` and `approve` mean there. */
  verbs: readonly Verb[]
  /** Verbs that keep each other in check as long as no role has both, by the word that a role acknowledges them with; it stays. */
  conflicts?: Readonly<Record<string, Conflict>>
  /** Verbs of which a role may have a limit, the most that one act moves, with those that built-in roles have, in minor units. */
  limits?: { readonly [V in Verb]?: { readonly [R in AccountPage]?: number } }
  /** Which built-in roles have it, by the first letters of their verbs: V, C, E, D, A, X (export), O, R. The administrator has all of them. */
  roles: { readonly [R in AccountPage]?: string }
  /** The resource behind which it stands in lists; without it, at the end. */
  after?: string
}
