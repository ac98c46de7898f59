import { type Field, fieldsOf } from '../../fields/field.ts'
import type { Values } from '../../fields/form/contract-resolver.ts'
import type { EditAt } from '../../panels/panels.tsx'
import type { BaseRow } from '../../row.ts'
import type { Resource } from '../define.ts'
import type { HistoryWords } from '../record/history-words.ts'

/** The form's fields of a resource, types set aside. */
export function formFields<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): readonly Field<never>[] {
  return fieldsOf(resource.form ?? [])
}

/** How the history of a resource's records speaks: in the form's labels and words, in what the resource adds to them, and in the contract's words for states and choices. */
export function historyOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>({
  contract: { list, get = list },
  form = [],
  history,
}: Resource<Row, One, Draft, K>): HistoryWords {
  return { ...history, fields: [...(history?.fields ?? []), ...fieldsOf(form)], get }
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

/** The facts that this person may change now, in the form of the resource. */
export function editAtOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  may: { because: string | null } | null,
  edit: (key: string) => void,
): EditAt | null {
  return may?.because === null ? { keys: new Set(formFields(resource).map(({ key }) => key)), edit } : null
}

/** The resource with a form that does not ask for these fields; what they begin with is sent all the same. */
export function withoutFields<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  keys: readonly string[] = [],
): Resource<Row, One, Draft, K> {
  if (keys.length === 0 || !resource.form) return resource
  const left = resource.form.map((group) => ({ ...group, fields: group.fields.filter(({ key }) => !keys.includes(key)) }))
  return { ...resource, form: left.filter(({ fields }) => fields.length > 0) }
}
