import { custom } from '../cells/columns.tsx'
import { RowsTable } from '../cells/rows-table.tsx'
import { lazily } from '../lazily.tsx'
import { wordsOf } from '../words.ts'
import type { MapShapes } from './shapes.ts'
import '../feedback/feedback.css'
import './map-view.css'

/** The map alone, for a screen or a field that has a table of its own. */
export const MapCanvas = lazily(
  () => import('./leaflet-map.tsx').then((module) => module.LeafletMap),
  <span className="bone" style={{ width: '100%', height: 320 }} />,
)

/** A map with its twin: the same places as a table, for whoever can't see or use the map. */
export function MapView(shapes: MapShapes) {
  return (
    <figure className="map">
      <MapCanvas {...shapes} />
      <MapTwin {...shapes} />
    </figure>
  )
}

interface Place {
  id: string
  kind: string
  label: string
  where: string
}

const columns = [
  custom<Place>('label', 'Name', ({ label }) => label),
  custom<Place>('kind', 'Kind', ({ kind }) => kind),
  custom<Place>('where', 'Location', ({ where }) => where),
]

function MapTwin({ label, markers = [], polygons = [], lines = [] }: MapShapes) {
  const places: Place[] = [
    ...markers.map((marker) => ({ id: marker.id, label: marker.label, kind: wordsOf(marker.kind), where: inWords(marker.point) })),
    ...polygons.map(({ id, label: name, points }) => ({ id, label: name, kind: 'Area', where: points.map(inWords).join('; ') })),
    ...lines.map(({ id, label: name, points }) => ({ id, label: name, kind: 'Route', where: `${points.length} points` })),
  ]
  return (
    <details className="map-twin">
      <summary>Show as table</summary>
      <RowsTable label={label} columns={columns} rows={places} keyOf={({ id }) => id} />
    </details>
  )
}

function inWords({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}
