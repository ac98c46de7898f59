import type { Field } from '../field.ts'
import type { Values } from './contract-resolver.ts'

/** One field that differs, in words. */
export interface Difference {
  key: string
  label: string
  from: string
  to: string
}

/** The fields whose values differ between two drafts. */
export function differences(fields: readonly Field<never>[], from: Values, to: Values): Difference[] {
  return fields
    .filter(({ key }) => !isSameValue(from[key], to[key]))
    .map(({ key, label, show }) => ({ key, label, from: show(from[key]), to: show(to[key]) }))
}

/**
 * A draft carried over to a newer state of its record: what the person changed stays, everything else is the newer record's. `conflicts`
 * are the fields that both changed.
 */
export function carryOver(
  fields: readonly Field<never>[],
  base: Values,
  mine: Values,
  theirs: Values,
): { draft: Values; conflicts: Difference[] } {
  const changedByMe = new Set(differences(fields, base, mine).map(({ key }) => key))
  const changedByThem = differences(fields, base, theirs)
  const draft = Object.fromEntries(fields.map(({ key }) => [key, changedByMe.has(key) ? mine[key] : theirs[key]]))
  return { draft, conflicts: changedByThem.filter(({ key }) => changedByMe.has(key) && !isSameValue(mine[key], theirs[key])) }
}

/** What is sent of a change: the version it was made on and the fields that differ. */
export function changeBody(fields: readonly Field<never>[], base: Values, now: Values, version: number): Values {
  const changed = differences(fields, base, now).map(({ key }) => [key, now[key]])
  return { version, ...Object.fromEntries(changed) }
}

/** Nothing, an empty text and null are the same nothing. */
function isSameValue(a: unknown, b: unknown): boolean {
  const normal = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value)
  return normal(a) === normal(b)
}
