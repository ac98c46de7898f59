import { type BearerShares, bearerLabels, bearers } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { NumberInput } from '#kit/fields/inputs/number-input.tsx'
import { Text } from '#kit/layout/text.tsx'
import './bearers.css'

/** Shares of store, platform and rider in percent. */
export function BearersInput({ value, onChange, ref: _, ...props }: FieldInputProps) {
  const shares = (value ?? {}) as Partial<BearerShares>
  const take = (bearer: keyof BearerShares, share: unknown) => {
    const next = { store: 0, platform: 0, rider: 0, ...shares, [bearer]: share ?? 0 }
    onChange(bearers.every((each) => next[each] === 0) ? null : next)
  }
  return (
    <div className="bearers">
      {bearers.map((bearer) => (
        <label key={bearer} htmlFor={`${props.id}-${bearer}`}>
          <Text as="div" size={12} tone="muted">
            {bearerLabels[bearer]}
          </Text>
          <NumberInput
            {...props}
            ref={null}
            id={`${props.id}-${bearer}`}
            name={`${props.name}-${bearer}`}
            label={`Share of the ${bearerLabels[bearer].toLowerCase()}`}
            value={value ? shares[bearer] : null}
            onChange={(share) => take(bearer, share)}
            unit="%"
            isFraction={false}
          />
        </label>
      ))}
    </div>
  )
}
