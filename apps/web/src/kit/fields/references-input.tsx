import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldInputProps } from './field.ts'
import type { Option } from './options.ts'
import { type ReferenceSource, useReferenceSearch } from './reference.ts'

/** Several records of another kind; the value is a list of ids, which are looked up as soon as there are any. */
export function ReferencesInput({ source, value, onChange, ...props }: FieldInputProps & { source: ReferenceSource }) {
  const ids = Array.isArray(value) ? value.map(String) : []
  const [isOpen, setOpen] = useState(false)
  const [known, setKnown] = useState<readonly Option[]>([])
  const { options, isLoading, search } = useReferenceSearch(source, isOpen || ids.length > 0)
  const optionOf = (id: string) => [...options, ...known].find((option) => option.value === id) ?? { value: id, label: '…' }
  return (
    <Autocomplete<Option, true>
      id={props.id}
      multiple
      size="small"
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options}
      loading={isLoading}
      value={ids.map(optionOf)}
      onChange={(_event, chosen) => {
        setKnown(chosen)
        onChange(chosen.map((option) => option.value))
      }}
      onInputChange={(_event, text, because) => because === 'input' && search(text)}
      filterOptions={(all) => all}
      filterSelectedOptions
      isOptionEqualToValue={(option, other) => option.value === other.value}
      disabled={props.disabled}
      renderInput={(attributes) => (
        <TextField
          {...attributes}
          onBlur={props.onBlur}
          inputRef={props.ref}
          error={props.isInvalid}
          slotProps={{
            ...attributes.slotProps,
            htmlInput: { ...attributes.slotProps.htmlInput, 'aria-label': props.label, 'aria-describedby': props.describedBy },
          }}
        />
      )}
    />
  )
}
