import type { OpeningHours, SpecialDay } from '@larder/contract'
import { specialDaysWords } from '../cells/hours-text.tsx'
import { format } from '../format.ts'
import type { Field } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { HoursInput } from './hours-input.tsx'
import { SpecialDaysInput } from './special-days-input.tsx'

type Having<K extends string, V> = { [P in K]?: V | null }

/** Opening hours of a week, several windows a day. */
export function openingHoursField<K extends string>(key: K, options: FieldOptions = {}): Field<Having<K, OpeningHours>> {
  return customField<K, OpeningHours>(key, {
    ...options,
    input: (props) => <HoursInput {...props} />,
    show: (value) => format().hours((value ?? []) as OpeningHours),
    isWhole: true,
  })
}

/** Days with other hours than their weekday's, or none. */
export function specialDaysField<K extends string>(key: K, options: FieldOptions = {}): Field<Having<K, readonly SpecialDay[]>> {
  return customField<K, readonly SpecialDay[]>(key, {
    ...options,
    input: (props) => <SpecialDaysInput {...props} />,
    show: (value) => specialDaysWords((value ?? []) as SpecialDay[]),
  })
}
