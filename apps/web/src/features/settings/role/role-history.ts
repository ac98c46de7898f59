import { type GrantConflict, grantConflicts, type ScopeKind, scopeKindLabels } from '@larder/contract'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'
import { grantWords } from './grant-words.ts'

/** Acknowledged conflicts in words, each with what it brings about. */
export function conflictWords(value: unknown): string {
  return listed(value, (key) => grantConflicts[key as GrantConflict]?.why ?? String(key), ' ')
}

/** What a role's history says, and a request to change one; limits are in the installation's currency. */
export function roleHistory(currency: string): HistoryWords {
  return {
    fields: [
      { key: 'grants', label: 'Permissions', show: (value) => listed(value, (grant) => grantWords(grant as never, currency)) },
      { key: 'reach', label: 'Widest scope', show: (value) => scopeKindLabels[value as ScopeKind] ?? 'none' },
      { key: 'teamIds', label: 'Team', show: (value) => listed(value, String) },
      { key: 'acknowledged', label: 'Acknowledged conflicts', show: conflictWords },
    ],
    deedOf: ({ action }) =>
      action === 'create' ? { what: 'Added', covers: ['key', 'sort', 'accountsPath', 'isAdmin', 'builtIn'] } : undefined,
  }
}

function listed(value: unknown, words: (entry: unknown) => string, between = ', '): string {
  return (Array.isArray(value) ? value : []).map(words).join(between) || 'none'
}
