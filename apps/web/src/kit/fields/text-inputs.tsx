import type { InputBaseComponentProps } from '@mui/material/InputBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import type { FieldInputProps } from './field.ts'

interface LineProps extends Omit<FieldInputProps, 'value' | 'onChange' | 'range'> {
  text: string
  onText: (text: string) => void
  type?: 'text' | 'email' | 'tel' | 'password'
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  placeholder?: string | undefined
  multiline?: boolean
  align?: 'right'
  end?: ReactNode
  /** Its name where no label stands beside it. */
  ownName?: string
  /** The most UTF-16 units that can be typed. */
  longest?: number | undefined
  autoComplete?: string
}

/** One line (or a box) of text; every typed input is built on it. */
export function LineInput(props: LineProps) {
  const { id, name, text, onText, onBlur, ref, isInvalid, disabled, type = 'text', inputMode, placeholder, multiline, align, end } = props
  const attributes: InputBaseComponentProps = {
    'aria-describedby': props.describedBy,
    inputMode,
    ...(align && { style: { textAlign: align, fontVariantNumeric: 'tabular-nums' } }),
    ...(props.ownName && { 'aria-label': props.ownName }),
    ...(props.longest && { maxLength: props.longest }),
    ...(props.autoComplete && { autoComplete: props.autoComplete }),
  }
  return (
    <OutlinedInput
      id={id}
      name={name}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      inputRef={ref}
      error={isInvalid}
      disabled={disabled}
      type={type}
      placeholder={placeholder ?? ''}
      multiline={multiline ?? false}
      minRows={multiline ? 3 : undefined}
      size="small"
      fullWidth
      endAdornment={end}
      slotProps={{ input: attributes }}
    />
  )
}
