import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { FieldInputProps } from './field.ts'
import type { Option, Options } from './options.ts'
import { WithOptions } from './with-options.tsx'

/** One of a few, with the browser's own list: light, and at home on every phone and screen reader. */
export function SelectInput({ options, ...props }: FieldInputProps & { options: Options }) {
  return (
    <WithOptions options={options}>
      {/* Not disabled until they are there: a dialog puts the focus on its first field. */}
      {(choices) => <PlainSelect {...props} options={choices ?? []} />}
    </WithOptions>
  )
}

function PlainSelect({ options, ...props }: FieldInputProps & { options: readonly Option[] }) {
  const { id, name, label, value, onChange, onBlur, ref, isInvalid, describedBy, disabled } = props
  const isKnown = options.some((option) => option.value === value)
  return (
    <NativeSelect
      value={isKnown ? String(value) : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={ref}
      disabled={disabled}
      input={<OutlinedInput size="small" error={isInvalid} fullWidth />}
      inputProps={{ id, name, 'aria-label': label, 'aria-describedby': describedBy }}
    >
      <option value="">Choose…</option>
      {options.map(({ value: each, label: word, hint }) => (
        <option key={each} value={each}>
          {hint ? `${word} (${hint})` : word}
        </option>
      ))}
    </NativeSelect>
  )
}
