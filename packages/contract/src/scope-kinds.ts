/** How far a grant reaches. */
export const scopeKinds = ['all', 'branch', 'store'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** How wide a scope is: one that is within another has no larger number. */
export const scopeWidth = { store: 0, branch: 1, all: 2 } as const satisfies Record<ScopeKind, number>
