import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { FieldInputProps } from '../field.ts'
import type { Option, Options } from '../options.ts'
import { WithOptions } from './with-options.tsx'

/** One of a few, with the browser's own list: light, and at home on every phone and screen reader. `none` is what choosing nothing means. */
export function SelectInput({ options, ...props }: FieldInputProps & { options: Options; none?: string }) {
  return (
    <WithOptions options={options}>
      {/* Not disabled until they are there: a dialog puts the focus on its first field. */}
      {(choices) => <PlainSelect {...props} options={choices ? withOwn(choices, props.value) : []} />}
    </WithOptions>
  )
}

/** What is chosen is shown although it is not offered any more: a choice that looks empty would be made anew. */
function withOwn(choices: readonly Option[], value: unknown): readonly Option[] {
  if (typeof value !== 'string' || value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: value }]
}

function PlainSelect({ options, none = 'Choose…', ...props }: FieldInputProps & { options: readonly Option[]; none?: string }) {
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
      <option value="">{none}</option>
      {options.map(({ value: each, label: word, hint }) => (
        <option key={each} value={each}>
          {hint ? `${word} (${hint})` : word}
        </option>
      ))}
    </NativeSelect>
  )
}
