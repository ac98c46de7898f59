import type { Address, Point } from '@larder/contract'
import { WithBackdrops } from '#kit/fields/backdrop.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { PointInput } from '#kit/fields/inputs/point-input.tsx'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { areasAround, localitiesAround } from '../surroundings.ts'
import './address-fields.css'

const lines = [
  ['line1', 'Address line 1'],
  ['line2', 'Address line 2'],
  ['locality', 'Locality'],
  ['postalCode', 'Postal code'],
  ['instructions', 'How to find it'],
] as const satisfies readonly (readonly [keyof Address, string])[]
const ground = [areasAround, localitiesAround]
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
    <Stack gap={3}>
      <div className="address-lines">
        {lines.map(([key, label]) => (
          <FieldFrame
            key={key}
            id={`${props.id}-${key}`}
            label={label}
            help={undefined}
            error={problems[key] && `${label} ${problems[key]}`}
          >
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
          </FieldFrame>
        ))}
      </div>
      <FieldFrame label="Place on the map" help={undefined} error={problems.point}>
        <WithBackdrops backdrops={ground}>
          {(around) => (
            <PointInput
              {...props}
              label="Place on the map"
              value={shown.point ?? null}
              onChange={(point) => take({ point: point as Address['point'] })}
              around={{ ...around, dots: [...around.dots, ...dots] }}
            />
          )}
        </WithBackdrops>
      </FieldFrame>
    </Stack>
  )
}
