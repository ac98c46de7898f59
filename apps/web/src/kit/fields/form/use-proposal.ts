import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FieldInputProps } from '../field.ts'

/** What a field stands on until somebody chooses, once it is known. It counts as not typed: the form may be closed over it without a question. */
export function useProposal({ name, value }: Pick<FieldInputProps, 'name' | 'value'>, proposed: unknown): void {
  const { resetField } = useFormContext()
  const propose = useEffectEvent(() => {
    if (value === null || value === undefined) resetField(name, { defaultValue: proposed })
  })
  useEffect(() => {
    if (proposed !== undefined) propose()
  }, [proposed])
}
