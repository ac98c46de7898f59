import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import type { FieldInputProps } from '../field.ts'
import { LineInput } from './text-inputs.tsx'
import { numberOf } from './typed.ts'

interface NumberInputProps extends FieldInputProps {
  unit: string | undefined
  isFraction: boolean
  /** What is stored for one of what is typed: 10,000 for ppm typed as percent. */
  factor?: number
}

/** A number as text, so that nothing typed is lost; what is no number is kept and refused by the form's rules. */
export function NumberInput({ unit, isFraction, factor = 1, value, onChange, range: _, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const stored = typeof value === 'number' ? String(value / factor) : typeof value === 'string' ? value : ''
  const text = typed !== null && sameNumber(typed, value, factor) ? typed : stored
  const take = (next: string) => {
    setTyped(next)
    onChange(numberOf(next, factor))
  }
  return (
    <LineInput
      {...props}
      text={text}
      onText={take}
      inputMode={isFraction ? 'decimal' : 'numeric'}
      align="right"
      end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
    />
  )
}

function sameNumber(typed: string, value: unknown, factor: number): boolean {
  return numberOf(typed, factor) === (value ?? null)
}
