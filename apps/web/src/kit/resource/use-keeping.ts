import { useEffect, useEffectEvent } from 'react'
import type { Values } from '../fields/contract-resolver.ts'
import type { Field } from '../fields/field.ts'
import { type Difference, differences } from './draft.ts'
import { keepDraft } from './kept-draft.ts'

/** Keeps what is typed over `base`, under a key of `draftKey`, for as long as a form is open; null keeps nothing. Answers what that is. */
export function useKeeping(key: string | null, fields: readonly Field<never>[], base: Values, values: Values): Difference[] {
  const changes = differences(fields, base, { ...base, ...values })
  const typed = JSON.stringify(changes.map((change) => [change.key, values[change.key] ?? null]))
  const keep = useEffectEvent((now: string) => {
    if (key !== null) keepDraft(key, fields, base, Object.fromEntries(JSON.parse(now)))
  })
  useEffect(() => keep(typed), [typed])
  return changes
}
