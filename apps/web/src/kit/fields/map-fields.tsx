import type { Point } from '@larder/contract'
import type { Field } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { PointInput } from './point-input.tsx'
import { PolygonInput } from './polygon-input.tsx'

type Having<K extends string, V> = { [P in K]?: V | null }

/** A place, by dragging its mark or typing its degrees. */
export function pointField<K extends string>(key: K, options: FieldOptions = {}): Field<Having<K, Point>> {
  return customField<K, Point>(key, {
    ...options,
    input: (props) => <PointInput {...props} />,
    show: (value) => (value ? `${(value as Point).lat}, ${(value as Point).lng}` : 'none'),
  })
}

/** An area, drawn corner by corner or typed as a table. */
export function polygonField<K extends string>(key: K, options: FieldOptions = {}): Field<Having<K, readonly Point[]>> {
  return customField<K, readonly Point[]>(key, {
    ...options,
    input: (props) => <PolygonInput {...props} />,
    show: (value) => (Array.isArray(value) ? `${value.length} corners` : 'none'),
  })
}
