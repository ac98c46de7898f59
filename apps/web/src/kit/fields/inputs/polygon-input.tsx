import { type Point, polygonAreaKm2 } from '@larder/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button, IconButton } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { MapCanvas } from '../../map/map.tsx'
import { middleOf, type Surroundings } from '../backdrop.tsx'
import type { FieldInputProps } from '../field.ts'
import { CoordinateInput } from './coordinate-input.tsx'
import { midpointAfter, placeOfNew, withoutAt, withPointAt } from './polygon-edit.ts'
import '../../cells/table.css'

/** An area on the map: a click adds a corner, corners can be dragged; the table below does all of it by keyboard. */
export function PolygonInput(props: FieldInputProps & { around: Surroundings }) {
  const { id, label, value, onChange, disabled, isInvalid, around } = props
  const corners = (Array.isArray(value) ? value : []) as Point[]
  const drawn =
    corners.length > 2 ? [{ id: 'drawn#', points: corners, label, tone: isInvalid ? ('warning' as const) : ('accent' as const) }] : []
  const move = (index: number) => (point: Point) => onChange(withPointAt(corners, index, point))
  const add = (point: Point) => onChange(corners.toSpliced(placeOfNew(corners, point), 0, point))
  return (
    <Stack gap={2}>
      <MapCanvas
        label={label}
        height={360}
        polygons={[...around.areas, ...drawn]}
        dots={around.dots}
        markers={corners.map((point, index) => ({
          id: `corner#${index}`,
          point,
          kind: 'corner' as const,
          label: `Corner ${index + 1}`,
          ...(!disabled && { onMove: move(index) }),
        }))}
        {...(!disabled && { onClick: add })}
      />
      <Text size={13} tone="muted">
        {corners.length === 1 ? '1 corner' : `${corners.length} corners`}
        {corners.length > 2 && `, ${polygonAreaKm2(corners).toFixed(2)} km²`}. Click the map to add one, drag to move one.
      </Text>
      {corners.length === 0 && around.areas.length + around.dots.length === 0 && (
        <Text as="p" size={13} tone="muted">
          Nothing lies around yet. Add the first corner and type its latitude and longitude: the map goes there, and the others are clicks.
        </Text>
      )}
      <details open={corners.length < 2}>
        <summary id={id}>Corners as a table</summary>
        <table className="table" aria-label={`Corners of ${label}`}>
          <tbody>
            {corners.map((corner, index) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td>
                  <Row style={{ padding: '4px 0' }}>
                    <CoordinateInput
                      id={`${id}-${index}-lat`}
                      label={`Corner ${index + 1}: latitude`}
                      degrees={corner.lat}
                      disabled={disabled}
                      onChange={(lat) => move(index)({ ...corner, lat })}
                    />
                    <CoordinateInput
                      id={`${id}-${index}-lng`}
                      label={`Corner ${index + 1}: longitude`}
                      degrees={corner.lng}
                      disabled={disabled}
                      onChange={(lng) => move(index)({ ...corner, lng })}
                    />
                  </Row>
                </td>
                <td className="right">
                  <IconButton
                    label={`Add a corner after ${index + 1}`}
                    icon={IconPlus}
                    size="small"
                    disabled={disabled}
                    onClick={() => onChange(corners.toSpliced(index + 1, 0, midpointAfter(corners, index)))}
                  />
                  <IconButton
                    label={`Remove corner ${index + 1}`}
                    icon={IconTrash}
                    size="small"
                    disabled={disabled}
                    onClick={() => onChange(withoutAt(corners, index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {corners.length === 0 && (
          <Button size="small" icon={IconPlus} disabled={disabled} onClick={() => onChange([middleOf(around)])}>
            Add the first corner
          </Button>
        )}
      </details>
    </Stack>
  )
}
