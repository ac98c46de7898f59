import type { Point } from '@larder/contract'
import type { ReactNode } from 'react'
import { MapView } from '../map/map.tsx'
import type { MapPolygon } from '../map/shapes.ts'
import { wordsOf } from '../words.ts'
import { type Backdrop, type Surroundings, WithBackdrops } from './backdrop.tsx'
import type { Field, Having } from './field.ts'
import { customField, type FieldOptions } from './fields.tsx'
import { PointInput, PolygonInput } from './inputs/lazy-inputs.tsx'

interface MapFieldOptions extends FieldOptions {
  /** What lies around, for orientation. */
  backdrops?: readonly Backdrop[]
}

/** A place, by dragging its mark or typing its degrees. */
export function pointField<K extends string>(key: K, { backdrops, ...options }: MapFieldOptions = {}): Field<Having<K, Point>> {
  return customField<K, Point>(key, {
    ...options,
    input: (props) => onBackdrops(backdrops, (around) => <PointInput {...props} around={around} />),
    show: (value) => (value ? `${(value as Point).lat}, ${(value as Point).lng}` : 'none'),
  })
}

/** An area, drawn corner by corner or typed as a table. */
export function polygonField<K extends string>(
  key: K,
  { backdrops, ...options }: MapFieldOptions = {},
): Field<Having<K, readonly Point[]>> {
  const { label = wordsOf(key) } = options
  return customField<K, readonly Point[]>(key, {
    ...options,
    input: (props) => onBackdrops(backdrops, (around) => <PolygonInput {...props} around={around} />),
    show: (value) => (Array.isArray(value) ? `${value.length} corners` : 'none'),
    view: (value) => (Array.isArray(value) && value.length > 2 ? <MapView label={label} polygons={[drawn(value, label)]} /> : 'none'),
    isWhole: true,
  })
}

function drawn(points: readonly Point[], label: string): MapPolygon {
  return { id: 'drawn', points, label, tone: 'accent' }
}

function onBackdrops(backdrops: readonly Backdrop[] = [], draw: (around: Surroundings) => ReactNode): ReactNode {
  return <WithBackdrops backdrops={backdrops}>{draw}</WithBackdrops>
}
