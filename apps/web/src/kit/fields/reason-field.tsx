import type { Field } from './field.ts'
import { textField } from './fields.tsx'

/** Why an act is done, in words. */
export function reasonField(): Field<{ reason?: string | null }> {
  return textField('reason', { label: 'Reason', multiline: true, help: 'Saved in the history.' })
}
