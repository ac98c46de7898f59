import { useId } from 'react'
import { SelectInput } from '../fields/inputs/select-input.tsx'
import type { Options } from '../fields/options.ts'

interface OneOfInputProps {
  label: string
  value: string
  options: Options
  onChange: (value: string) => void
}

export function OneOfInput({ label, value, options, onChange }: OneOfInputProps) {
  const id = useId()
  return (
    <SelectInput
      id={id}
      name={label}
      label={label}
      value={value}
      options={options}
      onChange={(next) => onChange(String(next))}
      onBlur={() => {}}
      ref={null}
      isInvalid={false}
      describedBy={undefined}
      disabled={false}
    />
  )
}
