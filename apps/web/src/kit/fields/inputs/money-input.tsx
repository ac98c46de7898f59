import { type Money, moneyDecimal, parseMoney } from '@larder/contract'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useMe } from '../../access/access.tsx'
import type { FieldInputProps } from '../field.ts'
import { LineInput } from './text-inputs.tsx'
import { textOf } from './typed.ts'

const isMoney = (value: unknown): value is Money => typeof value === 'object' && value !== null && 'minor' in value

/** An amount in its own currency, or the installation's when there is none yet. */
export function MoneyInput({ value, onChange, range: _, ...props }: FieldInputProps) {
  const { currency: ownCurrency } = useMe()
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null)
  const currency = isMoney(value) ? value.currency : ownCurrency
  // What was typed stays as it was typed for as long as it means the field's value.
  const stored = isMoney(value) ? moneyDecimal(value) : textOf(value)
  const text = typed !== null && sameAmount(typed.value, value) ? typed.text : stored
  const take = (next: string) => {
    const meant = next.trim() === '' ? null : (parseMoney(next, currency) ?? next)
    setTyped({ text: next, value: meant })
    onChange(meant)
  }
  return (
    <LineInput
      {...props}
      text={text}
      onText={take}
      inputMode="decimal"
      align="right"
      end={<InputAdornment position="end">{currency}</InputAdornment>}
    />
  )
}

function sameAmount(a: unknown, b: unknown): boolean {
  if (isMoney(a) && isMoney(b)) return a.minor === b.minor && a.currency === b.currency
  return (a ?? null) === (b ?? null)
}
