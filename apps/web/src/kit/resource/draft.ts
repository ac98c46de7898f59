import type { Values } from '../fields/contract-resolver.ts'
import { type Field, fieldsOf } from '../fields/field.ts'
import type { BaseRow } from '../row.ts'
import type { Resource } from './define.ts'
import type { HistoryWords } from './history-words.ts'

/** One field that differs, in words. */
export interface Difference {
  key: string
  label: string
  from: string
  to: string
}

/** The form's fields of a resource, types set aside. */
export function formFields<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): readonly Field<never>[] {
  return fieldsOf(resource.form ?? [])
}

/** How the history of a resource's records speaks: in the form's labels and words, and in what the resource adds to them. */
export function historyOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  form = [],
  history,
}: Resource<Row, One, Draft, K>): HistoryWords {
  return { ...history, fields: [...(history?.fields ?? []), ...fieldsOf(form)] }
}

/** A record as the form holds it: each field's key, from `draftOf` or from the record itself. */
export function draftOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  record: One,
): Values {
  const source = { ...(record as Values), ...(resource.draftOf?.(record) as Values | undefined) }
  return Object.fromEntries(formFields(resource).map(({ key }) => [key, source[key] ?? null]))
}

/** What a new one starts with; a switch that nobody set is off. */
export function blankDraft<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  blank: Partial<Draft> | undefined,
): Values {
  const given = { ...(resource.blank as Values | undefined), ...(blank as Values | undefined) }
  return { ...Object.fromEntries(formFields(resource).map((field) => [field.key, field.isSelfLabelled ? false : null])), ...given }
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
