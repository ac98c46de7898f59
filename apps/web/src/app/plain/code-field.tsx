import { useEffect, useRef } from 'react'
import { PlainField } from './plain-field.tsx'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The second step of a sign-in: whoever is asked for it types it at once. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <PlainField label="Code" error={error} hint="From your authenticator app, or one of your recovery codes">
      {(attributes) => (
        <input
          {...attributes}
          ref={input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </PlainField>
  )
}
