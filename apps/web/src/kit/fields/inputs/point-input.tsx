import type { Point } from '@larder/contract'
import { Row, Stack } from '../../layout/flow.tsx'
import { MapCanvas } from '../../map/map.tsx'
import { middleOf, type Surroundings } from '../backdrop.tsx'
import type { FieldInputProps } from '../field.ts'
import { CoordinateInput } from './coordinate-input.tsx'

/** One place on the map: click, drag, or type. */
export function PointInput({ id, label, value, onChange, disabled, around }: FieldInputProps & { around: Surroundings }) {
  const point = value as Point | null
  const start = middleOf(around)
  const markers = point ? [{ id: 'drawn#', point, kind: 'store' as const, label, onMove: onChange }] : []
  return (
    <Stack gap={2}>
      <MapCanvas label={label} height={240} markers={markers} polygons={around.areas} dots={around.dots} onClick={onChange} />
      <Row>
        <CoordinateInput
          id={id}
          label={`${label}: latitude`}
          degrees={point?.lat}
          disabled={disabled}
          onChange={(lat) => onChange({ lat, lng: point?.lng ?? start.lng })}
        />
        <CoordinateInput
          id={`${id}-lng`}
          label={`${label}: longitude`}
          degrees={point?.lng}
          disabled={disabled}
          onChange={(lng) => onChange({ lat: point?.lat ?? start.lat, lng })}
        />
      </Row>
    </Stack>
  )
}
