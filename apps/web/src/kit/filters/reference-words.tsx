import { type ReferenceSource, useChosen } from '../fields/reference.ts'

/** The name of a record that a list is cut to. */
export function ReferenceWords({ id, source }: { id: string; source: ReferenceSource }) {
  return <>{useChosen(source, id, [])?.label ?? ''}</>
}
