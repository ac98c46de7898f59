import Autocomplete from '@mui/material/Autocomplete'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import type { FieldInputProps } from '../field.ts'
import type { Option, Options } from '../options.ts'
import { WithOptions } from './with-options.tsx'

interface FoundInputProps extends FieldInputProps {
  options: Options
  /**
   * Hears what is typed, where whoever gives the options searches more than can be offered. Those that are there stay cut to what is typed: Enter
   * takes none that was found for what was typed before.
   */
  onSearch?: (typed: string) => void
}

/** One of many, found by typing any part of its words; one with a `because` cannot be chosen. */
export function FoundInput({ options, ...props }: FoundInputProps) {
  return <WithOptions options={options}>{(choices) => <Found {...props} choices={choices} />}</WithOptions>
}

type FoundProps = Omit<FoundInputProps, 'options'> & { choices: readonly Option[] | undefined }

function Found({ choices, value, onChange, onSearch, ...props }: FoundProps) {
  return (
    <Autocomplete<Option>
      id={props.id}
      size="small"
      fullWidth
      openOnFocus
      autoHighlight
      options={[...(choices ?? [])]}
      loading={choices === undefined}
      value={choices?.find((option) => option.value === value) ?? null}
      onChange={(_event, option) => onChange(option?.value ?? null)}
      {...(onSearch && {
        onInputChange: (_event: unknown, text: string, because: string) => onSearch(because === 'input' ? text : ''),
      })}
      getOptionDisabled={({ because }) => because !== undefined}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      noOptionsText="Nothing found"
      disabled={props.disabled}
      renderOption={({ key: _, ...attributes }, { value: id, label, hint, because }) => (
        <li key={id} {...attributes}>
          <ListItemText primary={label} secondary={because ?? hint} />
        </li>
      )}
      renderInput={(attributes) => (
        <TextField
          {...attributes}
          name={props.name}
          onBlur={props.onBlur}
          inputRef={props.ref}
          error={props.isInvalid}
          placeholder={`Search ${props.label.toLowerCase()}`}
          slotProps={{
            ...attributes.slotProps,
            htmlInput: { ...attributes.slotProps.htmlInput, 'aria-label': props.label, 'aria-describedby': props.describedBy },
          }}
        />
      )}
    />
  )
}
