import type { Option } from './options.ts'
import { type ReferenceSource, useChosen } from './reference.ts'

/** The name of a chosen record; three dots until it is read. */
export function ReferenceName({ source, id, known = [] }: { source: ReferenceSource; id: string; known?: readonly Option[] }) {
  return <>{useChosen(source, id, known)?.label ?? ''}</>
}
