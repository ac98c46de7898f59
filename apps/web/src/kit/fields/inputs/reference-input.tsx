import Autocomplete from '@mui/material/Autocomplete'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldInputProps } from '../field.ts'
import type { Option } from '../options.ts'
import { type ReferenceSource, useChosen, useReferenceSearch } from '../reference.tsx'

type ReferenceInputProps = Pick<FieldInputProps, 'id' | 'label' | 'value' | 'onChange'> &
  Partial<Pick<FieldInputProps, 'name' | 'onBlur' | 'ref' | 'isInvalid' | 'describedBy' | 'disabled'>> & { source: ReferenceSource }

/** One record of another kind, found by typing. */
export function ReferenceInput({ source, value, onChange, ...props }: ReferenceInputProps) {
  const [isOpen, setOpen] = useState(false)
  const { options, isLoading, search } = useReferenceSearch(source, isOpen)
  const chosen = useChosen(source, typeof value === 'string' ? value : '', options)
  return (
    <Autocomplete<Option>
      id={props.id}
      size="small"
      fullWidth
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options}
      loading={isLoading}
      value={chosen}
      onChange={(_event, option) => onChange(option?.value ?? null)}
      onInputChange={(_event, text, because) => because === 'input' && search(text)}
      // The server has searched already.
      filterOptions={(all) => all}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      noOptionsText="Nothing found"
      disabled={props.disabled ?? false}
      renderOption={({ key, ...attributes }, option) => (
        <li key={key} {...attributes}>
          <ListItemText primary={option.label} secondary={option.hint} />
        </li>
      )}
      renderInput={(attributes) => (
        <TextField
          {...attributes}
          name={props.name ?? ''}
          onBlur={props.onBlur}
          inputRef={props.ref}
          error={props.isInvalid ?? false}
          placeholder="Type to search"
          slotProps={{
            ...attributes.slotProps,
            htmlInput: { ...attributes.slotProps.htmlInput, 'aria-label': props.label, 'aria-describedby': props.describedBy },
          }}
        />
      )}
    />
  )
}
