import { useEffect, useEffectEvent } from 'react'
import type { Field } from '../field.ts'
import { isHollow, type Values } from './contract-resolver.ts'
import { type Difference, differences } from './differences.ts'

/** What somebody typed over a record and did not save: the fields that differ, and what these were then. */
export interface KeptDraft {
  base: Values
  typed: Values
}

const prefix = 'larder.draft:'

/** Where a person's draft of a record is kept in this tab; `new` for one that is not there yet. */
export function draftKey(person: string, entity: string, id: string): string {
  return `${prefix}${person}:${entity}:${id}`
}

/** Keeps what was typed over the end of the session, a crash and a reload; nothing typed drops it. Secrets and what means this moment alone are never kept. */
export function keepDraft(key: string, fields: readonly Field<never>[], base: Values, typed: Values): void {
  const isKeepable = ({ key: each, isSecret, isFleeting }: Field<never>) =>
    !isSecret && !isFleeting && each in typed && !isHollow(typed[each])
  const kept = fields.filter(isKeepable).map((field) => field.key)
  const only = (values: Values) => Object.fromEntries(kept.map((each) => [each, values[each] ?? null]))
  try {
    if (kept.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ base: only(base), typed: only(typed) }))
  } catch {
    // A tab that may keep nothing, or no more, works without.
  }
}

/** A draft that was kept; null where there is none. */
export function keptDraft(key: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

export function dropDraft(key: string): void {
  keepDraft(key, [], {}, {})
}

function isKept(value: unknown): value is KeptDraft {
  return typeof value === 'object' && value !== null && 'base' in value && 'typed' in value
}

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
