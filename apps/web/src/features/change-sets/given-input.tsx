import { changeField, changeFieldKeys } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { LineInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { Stack } from '#kit/layout/flow.tsx'

/** What a file said of an item, cell by cell, to be mended in its words. */
export function GivenInput({ value, onChange, ...props }: FieldInputProps) {
  const given = (value ?? {}) as Readonly<Record<string, string>>
  return (
    <Stack gap={3}>
      {changeFieldKeys
        .filter((key) => key in given)
        .map((key) => (
          <FieldFrame key={key} id={`${props.id}-${key}`} label={changeField(key).label} help={undefined} error={undefined}>
            <LineInput
              {...props}
              id={`${props.id}-${key}`}
              name={`${props.name}.${key}`}
              label={changeField(key).label}
              text={given[key] ?? ''}
              onText={(text) => onChange({ ...given, [key]: text })}
            />
          </FieldFrame>
        ))}
    </Stack>
  )
}
