import { fieldOf, rangeOf, type Schema } from '@larder/contract'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import type { Field } from './field.ts'
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
  const error = messageOf(fieldState.error)
  const range = rangeOf(fieldOf(schema, field.key))
  const help = field.help ?? field.rangeHelp?.(range)
  return (
    <FieldFrame id={id} label={field.isSelfLabelled ? null : field.label} help={help} error={error && `${field.label} ${error}`}>
      {field.input({
        id: id,
        name: bound.name,
        label: field.label,
        value: bound.value,
        onChange: bound.onChange,
        onBlur: bound.onBlur,
        ref: bound.ref,
        isInvalid: error !== undefined,
        describedBy: describedBy(id, help, error),
        disabled: isDisabled,
        range,
      })}
    </FieldFrame>
  )
}

/** The first message in an error that may be nested (`hours.0.opens`). */
function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message) return error.message
  for (const part of Object.entries(error)) {
    const found = part[0] === 'ref' ? undefined : messageOf(part[1])
    if (found) return found
  }
  return undefined
}
