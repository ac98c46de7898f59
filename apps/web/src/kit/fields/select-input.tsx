import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from './field.ts'
import { isSource, type Option, type OptionSource, type Options } from './options.ts'

/** One of a few. */
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
    <Select
      id={id}
      name={name}
      value={isKnown ? String(value) : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={ref}
      error={isInvalid}
      disabled={disabled}
      size="small"
      displayEmpty
      renderValue={(chosen) => options.find((option) => option.value === chosen)?.label ?? 'Choose…'}
      SelectDisplayProps={{ 'aria-label': label, 'aria-describedby': describedBy } as React.HTMLAttributes<HTMLDivElement>}
    >
      {options.map(({ value: each, label: word, hint }) => (
        <MenuItem key={each} value={each}>
          <ListItemText primary={word} secondary={hint} />
        </MenuItem>
      ))}
    </Select>
  )
}
