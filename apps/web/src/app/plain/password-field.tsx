import { type KeyboardEvent, useState } from 'react'
import { PlainField } from './plain-field.tsx'

interface PasswordFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  label?: string
  /** A password that is being chosen. */
  isNew?: boolean
}

/** A password that can be shown, with a word when Caps Lock is on. */
export function PasswordField({ value, onChange, error, label = 'Password', isNew = false }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const noteCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <PlainField label={label} error={error} hint={isCaps ? 'Caps Lock is on' : undefined}>
      {(attributes) => (
        <div className="plain-beside">
          <input
            {...attributes}
            type={isShown ? 'text' : 'password'}
            name={isNew ? 'new-password' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={noteCaps}
            onKeyUp={noteCaps}
          />
          <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="unseen"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </PlainField>
  )
}
