import type { CashHolder, Money } from '@larder/contract'
import { use, useEffect, useEffectEvent } from 'react'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { LineInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { FormRecord } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

/** What was counted less or more than the holder has, told as it is typed, and why; where nothing differs there is no why. */
export function DifferenceInput({ value, onChange, range: _, ...props }: FieldInputProps) {
  const { counted, isAll } = useFormValues()
  const holder = use(FormRecord) as CashHolder | null
  const difference = holder && isAll === true && isMoney(counted) ? counted.minor - holder.balance.minor : null
  // A refusal that spoke of another amount goes with it, and so does a reason where nothing differs any more.
  const follow = useEffectEvent(() => onChange(difference ? value : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each amount is told anew
  useEffect(() => void follow(), [difference])
  return (
    <Stack gap={1}>
      <Text as="div" size={13} tone={difference ? 'bad' : 'muted'}>
        <span aria-live="polite">{holder && wordsOf(difference, isAll === true, holder.balance.currency)}</span>
      </Text>
      <LineInput {...props} text={typeof value === 'string' ? value : ''} onText={onChange} disabled={props.disabled || !difference} />
    </Stack>
  )
}

function wordsOf(difference: number | null, isAll: boolean, currency: string): string {
  if (!isAll) return 'The rest stays with them: nothing differs.'
  if (difference === null) return 'Told once it is counted.'
  if (difference === 0) return 'Nothing differs.'
  const amount = format().money({ minor: Math.abs(difference), currency })
  return difference < 0 ? `${amount} short: a reason is required.` : `${amount} over: a reason is required.`
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'minor' in value
}
