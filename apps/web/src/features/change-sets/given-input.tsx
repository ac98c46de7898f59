import { type ChangeFieldKey, type ChangeRow, changeField, changeFieldKeys } from '@larder/contract'
import { use } from 'react'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { describedBy, FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { LineInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { Stack } from '#kit/layout/flow.tsx'

/** What a file said of an item, cell by cell, to be mended in its words; an error stands at its cell until that says something else. */
export function GivenInput({ value, onChange, ...props }: FieldInputProps) {
  const row = use(FormRecord) as ChangeRow | null
  const given = (value ?? {}) as Readonly<Record<string, string>>
  const isWrong = (key: ChangeFieldKey) => (given[key] ?? '') === (row?.given?.[key] ?? '')
  const errorOf = (key: ChangeFieldKey) =>
    isWrong(key) ? row?.remarks.find(({ field, level }) => field === key && level === 'error')?.words : undefined
  // What the file lacks can be wrong too.
  const shown = changeFieldKeys.filter((key) => key in given || errorOf(key))
  return (
    <Stack gap={3}>
      {shown.map((key) => (
        <FieldFrame key={key} id={`${props.id}-${key}`} label={changeField(key).label} help={undefined} error={errorOf(key)}>
          <LineInput
            {...props}
            id={`${props.id}-${key}`}
            name={`${props.name}.${key}`}
            label={changeField(key).label}
            isInvalid={errorOf(key) !== undefined}
            describedBy={describedBy(`${props.id}-${key}`, undefined, errorOf(key))}
            text={given[key] ?? ''}
            onText={(text) => onChange({ ...given, [key]: text })}
          />
        </FieldFrame>
      ))}
    </Stack>
  )
}
