import { soon } from '../lazily.tsx'
import type { Field, Having } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { type LinesParts, partName } from './inputs/lines.ts'
import '../feedback/feedback.css'

const waiting = <span className="bone" style={{ width: '100%', height: 40 }} />
const LinesInput = soon(() => import('./inputs/lines-input.tsx').then((module) => module.LinesInput), waiting)

interface LinesOptions<L> extends FieldOptions, Pick<LinesParts, 'line' | 'isUnordered' | 'isSmall' | 'none'> {
  fields: readonly Field<Required<L>>[]
  blank: (last: L | undefined) => { [P in keyof L]?: L[P] | null }
  omits?: (line: L) => readonly (keyof L)[]
  tidy?: (line: L, before: L) => L
  aside?: (line: L) => string
  /** A line in words. */
  words: (line: L) => string
}

/** A list whose entries are edited line by line: added, removed, moved, pasted from a spreadsheet. How many there may be is the contract's. */
export function linesField<K extends string, L extends object>(key: K, options: LinesOptions<L>): Field<Having<K, readonly L[]>> {
  const { label, help, words, ...rest } = options
  // The lines are of the very list whose fields these are; below, a line is what was typed.
  const parts = rest as unknown as LinesParts
  return customField<K, readonly L[]>(key, {
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    input: (props) => <LinesInput {...props} parts={parts} />,
    show: (value) => ((value ?? []) as L[]).map(words).join(', ') || 'none',
    isParted: true,
    partName: (path, _value, owner) => partName(parts, path, owner),
  })
}
