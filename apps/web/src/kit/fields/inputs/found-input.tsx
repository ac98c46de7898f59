import Autocomplete from '@mui/material/Autocomplete'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import type { FieldInputProps } from '../field.ts'
import type { Option, Options } from '../options.ts'
import { WithOptions } from './with-options.tsx'

/** One of many that are all at hand, found by typing any part of its words; one with a `because` cannot be chosen. */
export function FoundInput({ options, ...props }: FieldInputProps & { options: Options }) {
  return <WithOptions options={options}>{(choices) => <Found {...props} choices={choices} />}</WithOptions>
}

function Found({ choices, value, onChange, ...props }: FieldInputProps & { choices: readonly Option[] | undefined }) {
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
      getOptionDisabled={({ because }) => because !== undefined}
      isOptionEqualToValue={(option, other) => option.value === other.value}
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
