import type { ReactNode } from 'react'
import { Text } from '../../layout/text.tsx'
import './radio-list.css'

export interface RadioChoice {
  value: string
  label: string
  hint?: string | undefined
  /** Why it can't be chosen; stands in the place of the hint. */
  because?: string | null
  /** At the end of the line. */
  aside?: ReactNode
}

interface RadioListProps {
  name: string
  label: string
  /** Undefined until they are known. */
  choices: readonly RadioChoice[] | undefined
  value: unknown
  onChange: (value: string) => void
  isInvalid?: boolean
  describedBy?: string | undefined
  disabled?: boolean
}

/** A few choices below one another: one press or one key chooses, and what each means is read before. */
export function RadioList({ name, label, choices, value, onChange, isInvalid, describedBy, disabled = false }: RadioListProps) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      aria-busy={choices === undefined}
      className="radio-list"
    >
      {choices?.map(({ value: each, label: words, hint, because = null, aside }) => (
        <label key={each} className="radio-choice">
          <input
            type="radio"
            name={name}
            value={each}
            checked={value === each}
            disabled={disabled || because !== null}
            onChange={() => onChange(each)}
          />
          <div>
            <Text as="div" weight={500} tone={because ? 'muted' : 'default'}>
              {words}
            </Text>
            {(because ?? hint) && (
              <Text as="div" size={12} tone="muted">
                {because ?? hint}
              </Text>
            )}
          </div>
          {aside && (
            <Text size={13} tone="muted">
              {aside}
            </Text>
          )}
        </label>
      ))}
    </div>
  )
}
