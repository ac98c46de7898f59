import { mostUnits } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { LineInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { refundWays } from './refund-ways.ts'

/** The note of a refund, which says as the way is chosen whether it is needed, and what for. */
export function RefundNoteInput({ value, onChange, range, ...props }: FieldInputProps) {
  const { method } = useFormValues()
  const way = refundWays.find((each) => each.value === method)
  const needed = way && way.note !== null && `Required: ${way.note}.`
  const id = `${props.id}-needed`
  return (
    <Stack gap={1}>
      <LineInput
        {...props}
        text={typeof value === 'string' ? value : ''}
        onText={onChange}
        multiline
        longest={range?.max && mostUnits(range.max)}
        describedBy={[props.describedBy, needed && id].filter(Boolean).join(' ') || undefined}
      />
      <Text as="div" size={12} tone="muted" id={id}>
        <span aria-live="polite">{needed}</span>
      </Text>
    </Stack>
  )
}
