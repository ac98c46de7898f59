import type { InputBaseComponentProps } from '@mui/material/InputBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useState } from 'react'
import type { FieldInputProps } from '../field.ts'

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

interface WrittenInputProps extends Omit<LineProps, 'text' | 'onText' | 'placeholder' | 'ownName'> {
  /** Whatever was typed that is no value stays as it was typed. */
  value: string
  isValue: (value: string) => boolean
  /** The value in the installation's words. */
  write: (value: string) => string
  /** The value of what was typed, null where it is none. */
  parse: (text: string) => string | null
  onValue: (value: string) => void
  /** A value that is written where nothing is typed. */
  example: string
}

/** A value that is typed in several ways and written in one: as it was typed while somebody types, properly once they leave it. */
export function WrittenInput({ value, isValue, write, parse, onValue, example, onBlur, isInvalid, ...props }: WrittenInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <LineInput
      {...props}
      ownName={props.label}
      isInvalid={isInvalid || (typed === null && value !== '' && !isValue(value))}
      text={typed ?? (isValue(value) ? write(value) : value)}
      placeholder={write(example)}
      onText={(next) => {
        setTyped(next)
        onValue(parse(next) ?? next)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
