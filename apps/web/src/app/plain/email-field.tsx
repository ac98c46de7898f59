import { PlainField } from './plain-field.tsx'

interface EmailFieldProps {
  value: string
  /** Left out where the address is given. */
  onChange?: ((value: string) => void) | undefined
  error: string | undefined
}

/** The address that somebody signs in with. */
export function EmailField({ value, onChange, error }: EmailFieldProps) {
  return (
    <PlainField label="E-mail" error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="email"
          name="email"
          autoComplete="username"
          value={value}
          readOnly={!onChange}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </PlainField>
  )
}
