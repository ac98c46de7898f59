import type { EditAt } from '../panels/edit-at.ts'
import type { BaseRow } from '../row.ts'
import type { Resource } from './define.ts'
import { formFields } from './draft.ts'

/** The facts that this person may change now, in the form of the resource. */
export function editAtOf<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
  may: { because: string | null } | null,
  edit: (key: string) => void,
): EditAt | null {
  return may?.because === null ? { keys: new Set(formFields(resource).map(({ key }) => key)), edit } : null
}
