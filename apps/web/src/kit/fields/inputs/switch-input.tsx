import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { FieldInputProps } from '../field.ts'

export function SwitchInput({ id, name, label, value, onChange, onBlur, ref, describedBy, disabled, isLabelElsewhere }: FieldInputProps) {
  return (
    <FormControlLabel
      label={isLabelElsewhere ? '' : label}
      sx={{ alignSelf: 'flex-start', '& .MuiFormControlLabel-label': { fontSize: 14 } }}
      control={
        <Switch
          id={id}
          name={name}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          disabled={disabled}
          slotProps={{ input: { ref: ref as React.Ref<HTMLInputElement>, 'aria-describedby': describedBy } }}
        />
      }
    />
  )
}
