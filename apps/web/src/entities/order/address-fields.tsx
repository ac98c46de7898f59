import type { Address, Point } from '@larder/contract'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { PointInput } from '#kit/fields/inputs/point-input.tsx'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

const lines = [
  ['line1', 'Address'],
  ['line2', 'Address, second line'],
  ['locality', 'Locality'],
  ['postalCode', 'Postal code'],
  ['instructions', 'How to find it'],
] as const satisfies readonly (readonly [keyof Address, string])[]
const mayBeEmpty: ReadonlySet<string> = new Set(['line2', 'instructions'])

interface AddressFieldsProps extends FieldInputProps {
  /** What is near, for the map to begin with. */
  near: { id: string; label: string; point: Point } | null
}

/** An address line by line, and its place on the map, by which the fee is told. */
export function AddressFields({ value, onChange, near, problems = {}, ...props }: AddressFieldsProps) {
  const shown = (value ?? {}) as Partial<Address>
  const take = (part: Partial<Address>) => onChange({ line2: null, instructions: null, ...shown, ...part })
  const dots = near ? [{ ...near, kind: 'store' as const }] : []
  return (
    <Stack gap={2}>
      {lines.map(([key, label]) => (
        <label key={key} htmlFor={`${props.id}-${key}`}>
          <Text as="div" size={12} tone="muted">
            {label}
          </Text>
          <LineInput
            {...props}
            id={`${props.id}-${key}`}
            name={`${props.name}.${key}`}
            label={label}
            ref={null}
            text={shown[key] ?? ''}
            onText={(text) => take({ [key]: text === '' && mayBeEmpty.has(key) ? null : text })}
            isInvalid={problems[key] !== undefined}
          />
          <Problem words={problems[key] && `${label} ${problems[key]}`} />
        </label>
      ))}
      <PointInput
        {...props}
        label="Place on the map"
        value={shown.point ?? null}
        onChange={(point) => take({ point: point as Address['point'] })}
        around={{ areas: [], dots }}
      />
      <Problem words={problems.point} />
    </Stack>
  )
}

function Problem({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <Text as="div" size={12} tone="bad">
      <span role="alert">{words}</span>
    </Text>
  )
}
