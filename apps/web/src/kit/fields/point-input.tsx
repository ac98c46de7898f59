import type { Point } from '@larder/contract'
import { Row, Stack } from '../layout/flow.tsx'
import { MapCanvas } from '../map/map.tsx'
import { CoordinateInput } from './coordinate-input.tsx'
import type { FieldInputProps } from './field.ts'

/** One place on the map: click, drag, or type. */
export function PointInput({ id, label, value, onChange, disabled }: FieldInputProps) {
  const point = value as Point | null
  const markers = point ? [{ id: 'point', point, kind: 'store' as const, label, onMove: onChange }] : []
  return (
    <Stack gap={2}>
      <MapCanvas label={label} height={240} markers={markers} onClick={onChange} />
      <Row>
        <CoordinateInput
          id={id}
          label={`${label}: latitude`}
          degrees={point?.lat}
          disabled={disabled}
          onChange={(lat) => onChange({ lat, lng: point?.lng ?? 0 })}
        />
        <CoordinateInput
          id={`${id}-lng`}
          label={`${label}: longitude`}
          degrees={point?.lng}
          disabled={disabled}
          onChange={(lng) => onChange({ lat: point?.lat ?? 0, lng })}
        />
      </Row>
    </Stack>
  )
}
