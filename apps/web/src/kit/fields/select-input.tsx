import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from './field.ts'
import { isSource, type Option, type OptionSource, type Options } from './options.ts'

/** One of a few, with the browser's own list: light, and at home on every phone and screen reader. */
export function SelectInput({ options, ...props }: FieldInputProps & { options: Options }) {
  return isSource(options) ? <SourcedSelect source={options} {...props} /> : <PlainSelect options={options} {...props} />
}

function SourcedSelect({ source, ...props }: FieldInputProps & { source: OptionSource }) {
  const { data } = useRead(source.endpoint, source.input)
  return (
    <PlainSelect options={data === undefined ? [] : source.optionsOf(data)} {...props} disabled={props.disabled || data === undefined} />
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
