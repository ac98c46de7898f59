import { Text } from '../../layout/text.tsx'
import type { Field } from '../field.ts'
import { FieldFrame } from './field-frame.tsx'

interface FieldValueProps {
  field: Field<never>
  value: unknown
  /** Why it is only to be read here. */
  because?: string
}

/** A field's value to be read: its label, what it is, and why it can't be changed. */
export function FieldValue({ field, value, because }: FieldValueProps) {
  return (
    <FieldFrame label={field.label} help={because} error={undefined}>
      <Text as="div">{viewOf(field, value)}</Text>
    </FieldFrame>
  )
}

export function viewOf({ view, show }: Pick<Field<never>, 'view' | 'show'>, value: unknown) {
  return view ? view(value) : show(value)
}
