import type { Point } from '@larder/contract'
import { useState } from 'react'
import { Row, Stack } from '../../layout/flow.tsx'
import { MapCanvas } from '../../map/map.tsx'
import type { Surroundings } from '../backdrop.tsx'
import type { FieldInputProps } from '../field.ts'
import { isUnfinished } from '../form/contract-resolver.ts'
import { CoordinateInput } from './coordinate-input.tsx'

/** One place on the map: click, drag, or type. */
export function PointInput({ id, label, value, onChange, disabled, around }: FieldInputProps & { around: Surroundings }) {
  const point = isUnfinished(value) ? null : (value as Point | null)
  const [half, setHalf] = useState<Partial<Point>>({})
  const { lat, lng } = point ?? half
  // Of one coordinate nobody knows the other.
  const take = (typed: Partial<Point>) => {
    const next = { lat, lng, ...typed }
    setHalf(next)
    if (next.lat === undefined) onChange({ unfinished: 'needs a latitude' })
    else if (next.lng === undefined) onChange({ unfinished: 'needs a longitude' })
    else onChange({ lat: next.lat, lng: next.lng })
  }
  const markers = point ? [{ id: 'drawn#', point, kind: 'store' as const, label, onMove: onChange }] : []
  return (
    <Stack gap={2}>
      <MapCanvas label={label} height={240} markers={markers} polygons={around.areas} dots={around.dots} onClick={onChange} />
      <Row>
        <CoordinateInput
          id={id}
          label={`${label}: latitude`}
          named="Latitude"
          degrees={lat}
          disabled={disabled}
          onChange={(typed) => take({ lat: typed })}
        />
        <CoordinateInput
          id={`${id}-lng`}
          label={`${label}: longitude`}
          named="Longitude"
          degrees={lng}
          disabled={disabled}
          onChange={(typed) => take({ lng: typed })}
        />
      </Row>
    </Stack>
  )
}
