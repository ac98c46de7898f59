import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldInputProps } from '../field.ts'
import type { Option } from '../options.ts'
import { ReferenceName, type ReferenceSource, useReferenceSearch } from '../reference.tsx'

/** Several records of another kind; the value is a list of ids, each of which is named by itself. */
export function ReferencesInput({ source, value, onChange, ...props }: FieldInputProps & { source: ReferenceSource }) {
  const ids = Array.isArray(value) ? value.map(String) : []
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [chosenHere, setChosenHere] = useState<readonly Option[]>([])
  const { options, isLoading, search } = useReferenceSearch(source, isOpen)
  const known = [...options, ...chosenHere]
  const look = (text: string) => {
    setTyped(text)
    search(text)
  }
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
      value={ids.map((id) => known.find((option) => option.value === id) ?? { value: id, label: id })}
      onChange={(_event, chosen) => {
        setChosenHere(chosen.filter((option) => known.includes(option)))
        onChange(chosen.map((option) => option.value))
        look('')
      }}
      // Kept here: it would be emptied whenever what was found arrives.
      inputValue={typed}
      onInputChange={(_event, text, because) => (because === 'input' || because === 'blur') && look(because === 'blur' ? '' : text)}
      filterOptions={(all) => all}
      filterSelectedOptions
      isOptionEqualToValue={(option, other) => option.value === other.value}
      disabled={props.disabled}
      renderValue={(chosen, chipProps) =>
        chosen.map((option, index) => {
          const { key: _index, ...attributes } = chipProps({ index })
          const name = <ReferenceName source={source} id={option.value} known={known} />
          return <Chip key={option.value} size="small" label={name} {...attributes} />
        })
      }
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
