import type { Point } from '@larder/contract'
import type { ReactNode } from 'react'
import type { MapPolygon } from '../map/shapes.ts'
import { type Backdrop, WithBackdrop } from './backdrop.tsx'
import type { Field } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { PointInput } from './point-input.tsx'
import { PolygonInput } from './polygon-input.tsx'

type Having<K extends string, V> = { [P in K]?: V | null }

interface MapFieldOptions extends FieldOptions {
  /** What lies around, for orientation. */
  backdrop?: Backdrop
}

/** A place, by dragging its mark or typing its degrees. */
export function pointField<K extends string>(key: K, { backdrop, ...options }: MapFieldOptions = {}): Field<Having<K, Point>> {
  return customField<K, Point>(key, {
    ...options,
    input: (props) => onBackdrop(backdrop, (around) => <PointInput {...props} around={around} />),
    show: (value) => (value ? `${(value as Point).lat}, ${(value as Point).lng}` : 'none'),
  })
}

/** An area, drawn corner by corner or typed as a table. */
export function polygonField<K extends string>(key: K, { backdrop, ...options }: MapFieldOptions = {}): Field<Having<K, readonly Point[]>> {
  return customField<K, readonly Point[]>(key, {
    ...options,
    input: (props) => onBackdrop(backdrop, (around) => <PolygonInput {...props} around={around} />),
    show: (value) => (Array.isArray(value) ? `${value.length} corners` : 'none'),
  })
}

function onBackdrop(backdrop: Backdrop | undefined, draw: (around: readonly MapPolygon[]) => ReactNode): ReactNode {
  return backdrop ? <WithBackdrop backdrop={backdrop}>{draw}</WithBackdrop> : draw([])
}
