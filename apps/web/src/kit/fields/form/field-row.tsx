import { fieldOf, rangeOf, type Schema } from '@larder/contract'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { toldOf } from '../../words.ts'
import type { Field, Problems } from '../field.ts'
import { inputs } from '../inputs/inputs.ts'
import { BroughtInputs } from '../inputs/lazy-inputs.tsx'
import { describedBy, FieldFrame } from './field-frame.tsx'

interface FieldRowProps {
  field: Field<never>
  /** Of the body that the form makes. */
  schema: Schema
  isDisabled?: boolean
}

/** A field inside a form of `react-hook-form`: input, label, help, error. */
export function FieldRow({ field, schema, isDisabled = false }: FieldRowProps) {
  const id = useId()
  const { field: bound, fieldState } = useController({ name: field.key })
  const problems = problemsIn(fieldState.error)
  const error = field.isParted ? problems[''] : Object.values(problems)[0]
  const own = fieldOf(schema, field.key)
  const range = rangeOf(own)
  const help = field.help ?? field.rangeHelp?.(range)
  return (
    <FieldFrame id={id} label={field.isSelfLabelled ? null : field.label} help={help} error={error && toldOf(field.label, error)}>
      <BroughtInputs value={inputs}>
        {field.input({
          id: id,
          name: bound.name,
          label: field.label,
          value: bound.value,
          onChange: bound.onChange,
          onBlur: bound.onBlur,
          ref: bound.ref,
          isInvalid: Object.keys(problems).length > 0,
          describedBy: describedBy(id, help, error),
          disabled: isDisabled,
          range,
          schema: own,
          problems,
        })}
      </BroughtInputs>
    </FieldFrame>
  )
}

/** What an error of the form says, by path: one of a field with parts is nested as its value is. */
function problemsIn(error: unknown, path: readonly string[] = []): Problems {
  if (typeof error !== 'object' || error === null) return {}
  const own = 'message' in error && typeof error.message === 'string' && error.message ? { [path.join('.')]: error.message } : {}
  const parts = Object.entries(error).filter(([key]) => key !== 'ref')
  return Object.assign(own, ...parts.map(([key, part]) => problemsIn(part, [...path, key])))
}
